"""How the clients spell the arguments and the names of tools that touch files."""

# Keys as engine.tool_files.plain_key spells them: without case, `_` and `-`.
SPELLINGS: dict[str, tuple[str, ...]] = {
    "a path ends in": (
        "path", "paths", "file", "files", "filename", "filenames", "notebook", "uri", "uris",
        "directory", "directories", "dir", "dirs", "folder", "folders",
        "pathinproject", "pathname", "pathnames", "filelist", "pathlist", "filespec",
    ),
    "but is none of": (
        "profile", "jsonpath", "xpath", "keypath", "classpath", "isfile", "isdir",
        "cwd", "workdir", "workingdir", "workingdirectory", "currentdirectory",
    ),
    "the old place": ("source", "sources", "src", "from", "old", "oldpath", "sourcepath"),
    "the new place": (
        "destination", "dest", "dst", "to", "target", "new", "newname", "newpath", "newfile",
        "newfilename", "newfilepath", "newuri", "destinationpath", "destinationfile",
        "destinationdirectory", "destpath", "dstpath", "topath", "tofile", "targetpath",
        "targetfile", "targetdirectory",
    ),
    "beside the old one": ("newname", "newfilename"),
    "the file of a file tool": (
        "name", "target", "destination", "dest", "dst", "to", "output", "out", "location",
        "saveas", "saveto", "document",
    ),
    "a folder ends in": ("dir", "directory", "folder"),
    "the name in it": ("name", "filename", "filenames"),
    "where it starts": (
        "cwd", "workdir", "workingdir", "workingdirectory", "currentdirectory", "root", "rootdir",
        "rootpath", "rootdirectory", "basedir", "basepath", "basedirectory", "repopath", "reporoot",
        "repodir", "repositorypath", "projectpath", "projectdir", "projectroot",
        "projectdirectory", "workspacepath", "workspacedir", "workspaceroot", "workspacefolder",
    ),
    "new text": (
        "content", "contents", "filetext", "filecontent", "filecontents", "codecontent",
        "codeedit", "newstring", "newstr", "newsource", "newtext", "newcontent", "newcode",
        "replacement", "replacementcontent", "insertedtext", "inserttext",
    ),
    "new text or not": ("text", "data", "body", "code"),
    "speaks of writing": ("edits", "diff", "patch", "oldstring", "oldstr", "oldtext", "insertline"),
    "what to do": (
        "command", "action", "operation", "op", "changetype", "type", "method", "mode", "tool",
        "toolname", "function",
    ),
    "arguments inside": (
        "edits", "changes", "operations", "arguments", "args", "parameters", "params",
    ),
}  # fmt: skip
"""Every argument spelling of the clients that were looked at; a new one is one more word here."""

CHANGES = {
    "Write": "create",
    "Edit": "modify",
    "MultiEdit": "modify",
    "NotebookEdit": "modify",
    "Read": "read",
    "Glob": "read",
    "Grep": "read",
}
"""What a canonical tool does to the files it names; a Write may also replace one."""

WEAK_VERBS = frozenset((
    "change", "checkout", "dump", "export", "format", "hardlink", "inject",
    "mkfile", "persist", "refactor", "screenshot", "symlink",
))  # fmt: skip
"""What writes where nothing in the name says that it reads, as `get_file_format` does."""

VERBS = {
    "delete": ("delete", "remove", "unlink", "trash", "erase", "destroy", "purge", "rmdir", "rm"),
    "move": ("move", "rename", "relocate", "mv"),
    "copy": ("copy", "duplicate", "cp"),
    "modify": (
        "write", "rewrite", "overwrite", "edit", "multiedit", "create", "save", "append",
        "prepend", "insert", "replace", "strreplace", "update", "modify", "patch", "apply",
        "truncate", "restore", "revert", "undo", "touch", "download", "upsert", "mkdir", "chmod",
        "chown", "put",
    ),
    "read": ("read", "view", "list", "show", "open", "cat", "get", "stat", "search", "find"),
}  # fmt: skip
"""What the words of another tool's name say, the strongest first."""


def words_of(name: str) -> list[str]:
    """Return a name's words: "ApplyPatch", "apply-patch" and "apply_patch" have the same two."""
    if name.isupper():
        name = name.lower()
    spaced = "".join(f" {char}" if char.isupper() else char for char in name)
    return "".join(char if char.isalnum() else " " for char in spaced).lower().split()


def speaks(words: list[str], verbs: tuple[str, ...]) -> bool:
    """Tell whether a word is one of the verbs, or runs on from it ("writefile"), but no noun."""
    for word in words:
        for verb in verbs:
            if word == verb:
                return True
            if len(verb) > 3 and word.startswith(verb):
                return word[len(verb) :] not in ("s", "es", "d", "ed")
    return False
