"""Errors that a person can act on."""


class SnaphookError(Exception):
    """Something the user can mend: `what` happened, `where` (file:line:column), what to do `then`.

    Example: `SnaphookError("unknown handler 'rm'", "hooks.json:4:17", "did you mean rm_gate?")`.
    """

    def __init__(self, what: str, where: str = "", then: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.then = then

    def __str__(self) -> str:
        told = f"{self.where}: {self.what}" if self.where else self.what
        return f"{told}\n  {self.then}" if self.then else told
