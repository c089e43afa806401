"""Taking secrets out of what the log keeps: commands, reasons, errors. Linear, without `re`.

It knows what tokens of well-known services look like, and the places where people write secrets
(assignments, options, headers, URLs, PEM blocks). A secret without either mark is not found.
"""

HIDDEN = b"[redacted]"

_PREFIXES = (
    *(b"sk-", b"sk_live_", b"sk_test_", b"rk_live_", b"rk_test_", b"pk_live_", b"whsec_", b"sq0"),
    *(b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"github_pat_", b"npm_", b"pypi-", b"dckr_pat_"),
    *(
        b"glpat-",
        b"gldt-",
        b"glrt-",
        b"glptt-",
        b"glsa_",
        b"lin_api_",
        b"figd_",
        b"ATATT",
        b"PMAK-",
    ),
    *(b"AKIA", b"ASIA", b"AIza", b"ya29.", b"GOCSPX-", b"1//0", b"hf_", b"r8_", b"gsk_", b"xai-"),
    *(b"dop_v1_", b"shpat_", b"shpss_", b"shpca_", b"SG.", b"sntrys_", b"nfp_", b"hvs.", b"tskey-"),
    *(b"xoxa-", b"xoxb-", b"xoxc-", b"xoxd-", b"xoxe-", b"xoxp-", b"xoxr-", b"xoxs-", b"xapp-"),
    *(b"eyJ", b"hooks.slack.com/services/", b"api/webhooks/", b"AGE-SECRET-KEY-"),
)
_SHORTEST = 16
"""Fewer characters than this after a prefix are a word, `sk-learn`, and no token."""

_PROGRAMS = (
    (b"curl", (b" -u", b" --user", b" -U", b" --proxy-user"), b":"),
    (b"sshpass", (b" -p",), b""),
    (b"login", (b" -p",), b""),
    (b"mysql", (b" -p",), b"-"),
    (b"mariadb", (b" -p",), b"-"),
)
"""Programs whose options carry a secret that no name marks: after a colon, or (`-`) attached."""

_KEYS = (
    *(b"password", b"passwd", b"passphrase", b"secret", b"token", b"credential"),
    *(b"apikey", b"api_key", b"api-key", b"access_key", b"access-key", b"private_key"),
    *(b"private-key", b"authorization", b"cookie", b"bearer", b"passcode", b"accountkey"),
    *(b"sharedaccesskey", b"x-amz-signature"),
)
_WHOLE_NAMES = (b"pass", b"_pass", b"-pass", b"_pwd", b"-pwd", b"?key", b"&key", b"?sig", b"&sig")
"""What is the end of other words too: nothing may follow, and nothing but these go before."""

_PLURALS = (b"password", b"secret", b"credential")
_WHOLE_LINE = (b"authorization", b"cookie")
_HARMLESS_ENDS = (b"stdin", b"file", b"path", b"type", b"count", b"limit")
_TOKEN = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~+/="
_NAME = frozenset(_TOKEN[:64])
_DIGITS = frozenset(b"0123456789")
_COMMAND_ENDS = frozenset(b"\n;|&")
_URL_ENDS = frozenset(b" \t\r\n/?#\"'`<>\\")
_VALUE_ENDS = frozenset(b" \t\r\n\"'`;&|<>(),]}\\")
_QUOTES = frozenset(b"\"'`")


def redact(text: str) -> str:
    """Return `text` with what looks like a secret replaced by "[redacted]".

    Example: `redact("API_TOKEN=abc ./deploy") == "API_TOKEN=[redacted] ./deploy"`.
    """
    raw = text.encode("utf-8", "surrogatepass")
    if b"-----BEGIN " in raw:
        raw = _without(raw, _pem_blocks(raw))
    if b"@" in raw and b"://" in raw:
        raw = _without(raw, _url_secrets(raw))
    low = raw.lower()  # of bytes: ASCII only, so that places stay the same
    for key in _KEYS:
        if key in low:
            raw = _without(raw, _values(raw, low, key))
            low = raw.lower()
    for key in _WHOLE_NAMES:
        if key in low:
            raw = _without(raw, _values(raw, low, key))
            low = raw.lower()
    for program, options, mark in _PROGRAMS:
        if program in raw:
            raw = _without(raw, _option_values(raw, program, options, mark))
    for prefix in _PREFIXES:
        if prefix in raw:
            raw = _without(raw, _tokens(raw, prefix))
    return raw.decode("utf-8", "surrogatepass")


def _without(raw: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Replace the spans, which are in order and do not overlap."""
    parts = []
    done = 0
    for start, end in spans:
        parts.append(raw[done:start])
        done = end
    return HIDDEN.join([*parts, raw[done:]])


def _pem_blocks(raw: bytes) -> list[tuple[int, int]]:
    spans = []
    start = raw.find(b"-----BEGIN ")
    while start >= 0:
        last = raw.find(b"-----END ", start)
        end = raw.find(b"-----", last + 9) + 5 if last >= 0 else 0
        end = end if end >= 5 else len(raw)
        spans.append((start, end))
        start = raw.find(b"-----BEGIN ", end)
    return spans


def _url_secrets(raw: bytes) -> list[tuple[int, int]]:
    """Find the password of `scheme://user:password@host`, or a token in the user's place."""
    spans = []
    place = raw.find(b"://")
    while place >= 0:
        start = end = place + 3
        while end < len(raw) and raw[end] not in _URL_ENDS:
            end += 1
        at = raw.rfind(b"@", start, end)
        colon = raw.find(b":", start, at) if at >= 0 else -1
        if colon >= 0:
            spans.append((colon + 1, at))
        elif at - start >= _SHORTEST:
            spans.append((start, at))
        place = raw.find(b"://", end)
    return spans


def _tokens(raw: bytes, prefix: bytes) -> list[tuple[int, int]]:
    spans = []
    start = raw.find(prefix)
    while start >= 0:
        body = end = start + len(prefix)
        while end < len(raw) and raw[end] in _TOKEN:
            end += 1
        begins_a_word = start == 0 or raw[start - 1] not in _NAME
        if begins_a_word and end - body >= _SHORTEST and _is_random(raw[body : body + _SHORTEST]):
            spans.append((body, end))
        start = raw.find(prefix, end if begins_a_word else body)
    return spans


def _is_random(text: bytes) -> bool:
    """Tell a token from words and names: `sk-something-long`, `npm_config_cache=/tmp`."""
    return text != text.lower() or not _DIGITS.isdisjoint(text)


def _option_values(
    raw: bytes, program: bytes, options: tuple[bytes, ...], mark: bytes
) -> list[tuple[int, int]]:
    """Find what a program's options carry, each command up to its end."""
    spans: list[tuple[int, int]] = []
    place = raw.find(program)
    while place >= 0:
        last = place + len(program)
        if place == 0 or raw[place - 1] not in _NAME:
            while last < len(raw) and raw[last] not in _COMMAND_ENDS:
                last += 1
            for option in options:
                spans += _option_value(raw, option, mark, place, last)
        place = raw.find(program, last)
    ordered: list[tuple[int, int]] = []
    for span in sorted(spans):
        if not ordered or span[0] >= ordered[-1][1]:
            ordered.append(span)
    return ordered


def _option_value(
    raw: bytes, option: bytes, mark: bytes, place: int, last: int
) -> list[tuple[int, int]]:
    spans = []
    place = raw.find(option, place, last)
    while place >= 0:
        start = named = place + len(option)
        while start < last and raw[start] in b" =":
            start += 1
        attached = start == named
        quote = raw[start] if start < last and raw[start] in _QUOTES else 0
        start += 1 if quote else 0
        if mark == b":":
            colon = start
            while colon < last and raw[colon] not in _VALUE_ENDS and raw[colon] != 58:
                colon += 1
            start = colon + 1 if colon < last and raw[colon] == 58 else last
        # `--user-agent` is another option, and `mysql -p name` asks for the password
        applies = not (attached and option[2:3] == b"-") and (attached or mark != b"-")
        end = _end_of_value(raw, start, quote, False)
        if applies and start < last and raw[start] != 45 and end > start:
            spans.append((start, end))
        place = raw.find(option, max(end, named), last)
    return spans


def _values(raw: bytes, low: bytes, key: bytes) -> list[tuple[int, int]]:
    """Find what is given to a name that ends in `key` or goes on in another word: `TOKEN_A=...`."""
    spans = []
    done = 0
    place = low.find(key)
    while place >= 0:
        end = place + len(key)
        if key in _PLURALS and raw[end : end + 1] == b"s":
            end += 1
        if _goes_on(raw, key, place, end):
            done = end
        else:
            span = _value_of(raw, low, key, place, end, done)
            done = span[1]
            counted = key == b"pass" and raw[span[0] : span[1]].isdigit()  # pass: 3 fail: 1
            if span[0] < span[1] and not counted:
                spans.append(span)
        place = low.find(key, done)
    return spans


def _goes_on(raw: bytes, key: bytes, place: int, end: int) -> bool:
    """Tell whether it is another word that only holds `key`: tokenizer, secretly, bypass."""
    if end < len(raw) and (97 <= raw[end] <= 122 or (key in _WHOLE_NAMES and raw[end] in _NAME)):
        return True
    inside = place > 0 and raw[place - 1] in _NAME
    return key == b"pass" and (inside or raw[end : end + 1] not in (b"=", b":"))


def _value_of(
    raw: bytes, low: bytes, key: bytes, place: int, end: int, done: int
) -> tuple[int, int]:
    """Return where the value of one name starts and ends; an empty span if it is given none."""
    while place > done and raw[place - 1] in _NAME:
        place -= 1
    while end < len(raw) and raw[end] in _NAME:
        end += 1
    start = _after_separator(raw, key, end, raw[place : place + 1] == b"-")
    if raw[place - 1 : place] == b"<" and raw[end : end + 1] == b">":  # <password>...
        start = end + 1
    name = low[place:end]
    if start < 0 or name.endswith(_HARMLESS_ENDS) or name.startswith(b"--no-"):
        return end, end
    quote = 0
    escaped = raw[start : start + 1] == b"\\"
    while start < len(raw) and raw[start] in b"\"'`\\":
        quote = raw[start] if raw[start] in _QUOTES else quote
        start += 1
    return start, _end_of_value(raw, start, quote, key in _WHOLE_LINE, escaped)


def _after_separator(raw: bytes, key: bytes, end: int, is_option: bool) -> int:
    """Return where the value begins after `NAME`, or -1 if none is given."""
    place = end
    while place < len(raw) and raw[place] in b"\"'\\":  # {"password": "..."}
        place += 1
    spaces = place
    while place < len(raw) and raw[place] in b" \t":
        place += 1
    if place < len(raw) and raw[place] in b"=:":
        colon = raw[place] == 58 or raw[place : place + 2] == b"=>"
        place += 1
        while place < len(raw) and raw[place] in b"=>":  # Go's :=, Ruby's and PHP's =>
            place += 1
        while place < len(raw) and raw[place] in b" \t" and (colon or place - 1 > spaces):
            place += 1
        return _on_the_next_line(raw, place) if colon else place
    takes_next = (is_option or key == b"bearer") and place > spaces == end
    return place if takes_next and raw[place : place + 1] != b"-" else -1


def _on_the_next_line(raw: bytes, place: int) -> int:
    """Return where YAML's value is if nothing, `|` or `>` stands beside its name; -1 for names."""
    below = place
    while below < len(raw) and raw[below] in b"|>+-":
        below += 1
    if raw[below : below + 1] != b"\n" or raw[below + 1 : below + 2] not in (b" ", b"\t"):
        return place
    while below < len(raw) and raw[below] in b"\n \t-":
        below += 1
    end = below
    while end < len(raw) and raw[end] not in b" \t\r\n":
        end += 1
    is_name = raw[end - 1 : end] == b":" and b"=" not in raw[below:end]
    return -1 if is_name else below


def _end_of_value(
    raw: bytes, start: int, quote: int, whole_line: bool, escaped: bool = True
) -> int:
    end = start + len(HIDDEN) if raw.startswith(HIDDEN, start) else start
    if quote or whole_line:
        while end < len(raw) and raw[end] != quote and raw[end] != 10:
            if not quote and raw[end] in _QUOTES:
                break
            end += 2 if raw[end] == 92 and not escaped else 1
        end = min(end, len(raw))
        while end > start and raw[end - 1] == 92:  # the backslash of an escaped quote
            end -= 1
        return end
    while end < len(raw) and raw[end] not in _VALUE_ENDS:
        end += len(HIDDEN) if raw[end] == 91 and raw.startswith(HIDDEN, end) else 1
    return end
