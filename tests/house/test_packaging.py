"""The folders at the root, the one namespace, and the wheel agree."""

import sys
import zipfile
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("bridges", "cli", "config", "engine", "handlers", "logs")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETUPTOOLS = PROJECT["tool"]["setuptools"]


def packages_on_disk() -> set[str]:
    found = {path.parent for folder in FOLDERS for path in (ROOT / folder).rglob("__init__.py")}
    return {"snaphook." + ".".join(path.relative_to(ROOT).parts) for path in found}


def test_every_folder_with_an_init_is_packaged() -> None:
    assert set(SETUPTOOLS["packages"]) == packages_on_disk()


def test_every_package_maps_to_its_folder() -> None:
    expected = {
        name: name.removeprefix("snaphook.").replace(".", "/") for name in packages_on_disk()
    }
    assert SETUPTOOLS["package-dir"] == expected


def test_every_folder_of_modules_has_an_init() -> None:
    folders = {path.parent for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    assert [str(path) for path in folders if not (path / "__init__.py").exists()] == []


def test_the_typing_links_are_links_to_the_folders() -> None:
    links = ROOT / ".typing" / "snaphook"
    assert {path.name for path in links.iterdir()} == set(FOLDERS)
    for folder in FOLDERS:
        assert (links / folder).is_symlink()
        assert (links / folder).resolve() == ROOT / folder


def test_no_bare_name_of_ours_was_imported() -> None:
    imported = [name for name in FOLDERS if getattr(sys.modules.get(name), "__file__", None)]
    assert imported == []


def test_the_wheel_holds_snaphook_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"snaphook"}
    packed = {name for name in names if name.endswith(".py")}
    sources = {
        "snaphook/" + str(path.relative_to(ROOT))
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
    }
    assert packed == sources
    assert {f"snaphook/{folder}/py.typed" for folder in FOLDERS} <= set(names)
