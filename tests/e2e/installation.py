"""snaphook as a user has it: the built wheel in an environment of its own, beside a plugin."""

import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
_PARTS = ("bridges", "cli", "config", "engine", "handlers", "logs", "pyproject.toml", "README.md")


def install(folder: Path) -> list[str]:
    """Build the wheel and install it in `folder`; return the command that starts snaphook.

    The libraries that it depends on come from the environment that runs the tests.
    """
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    site = environment / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    with zipfile.ZipFile(_build(folder)) as wheel:
        wheel.extractall(site)
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    _add_plugin(site)
    start = "import sys; from snaphook.cli.main import main; sys.exit(main())"
    return [str(environment / "bin/python"), "-I", "-c", start]


def _build(folder: Path) -> Path:
    source = folder / "source"
    source.mkdir()
    for name in (*_PARTS, "LICENSE"):
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, source / name)
        else:
            shutil.copy(CHECKOUT / name, source / name)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*build, str(source)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("snaphook-*.whl"))


def _add_plugin(site: Path) -> None:
    """Put in a third party's package, with the metadata that its installer would write."""
    shutil.copy(Path(__file__).parent / "acme_hooks.py", site / "acme_hooks.py")
    described = site / "acme_hooks-1.0.dist-info"
    described.mkdir()
    metadata = "Metadata-Version: 2.1\nName: acme-hooks\nVersion: 1.0\n"
    (described / "METADATA").write_text(metadata, "utf-8")
    (described / "entry_points.txt").write_text("[snaphook.handlers]\nacme = acme_hooks\n", "utf-8")
    (described / "RECORD").write_text("acme_hooks.py,,\n", "utf-8")
