"""Where our libraries and plugins lie, for a process that was started without `site` (`-I -S`)."""

import posix
import sys

SITES = ("/site-packages", "/dist-packages")
_OTHERS_WRITE = 0o002


def find_packages() -> None:
    """Set up site-packages where the interpreter was started without (`-I -S`)."""
    if not sys.flags.no_site:
        return
    import site

    site.main()
    root = str(sys.modules["snaphook"].__path__[0])
    beside = root[: root.rfind("/")]
    if is_installed(root) and beside not in sys.path:
        # a user's own site, say: where we are, our libraries are
        if beside.endswith(SITES):
            site.addsitedir(beside)
        else:  # `pip install --target`: Python itself never runs the .pth files of such a folder
            sys.path.append(beside)


def is_installed(root: str) -> bool:
    """Tell whether our packages in `root` were installed there, with our libraries beside them.

    What lies beside a checkout is anybody's (`/tmp/*.pth`, `/tmp/pydantic`), and so is what lies in
    a folder that everybody may write.
    """
    try:
        ours, beside = posix.stat(root), posix.stat(root[: root.rfind("/")] or "/")
        installed = root.endswith("/snaphook") and not _is_there(f"{root}/pyproject.toml")
    except OSError:
        return False
    return installed and not beside.st_mode & _OTHERS_WRITE and beside.st_uid in (0, ours.st_uid)


def _is_there(path: str) -> bool:
    try:
        posix.lstat(path)
    except FileNotFoundError:
        return False
    return True
