"""The last text of each config file that could be read, for as long as the file is broken."""

from _imp import source_hash

from . import guarded


def keep(folder: str, path: str, text: str) -> None:
    """Remember a good text in the guarded folder ("" for nowhere); never fails."""
    if folder and recall(folder, path) != text and guarded.create(folder):
        try:
            guarded.write(_place(folder, path), f"{path}\0{text}".encode("utf-8", "surrogatepass"))
        except (OSError, ValueError):
            return


def recall(folder: str, path: str) -> str | None:
    """Return the text, None when there is none."""
    if not (folder and guarded.is_closed(folder)):
        return None
    try:
        kept = guarded.read(_place(folder, path)).decode("utf-8", "surrogatepass")
    except (OSError, ValueError):
        return None
    owner, _, text = kept.partition("\0")
    return text if owner == path else None


def _place(folder: str, path: str) -> str:
    return f"{folder}/{source_hash(1, path.encode('utf-8', 'surrogatepass')).hex()}.good"
