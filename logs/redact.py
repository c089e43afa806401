"""Taking secrets out of what the log keeps: commands, reasons, errors. Linear, without `re`.

It knows what tokens of well-known services look like, and the places where people write secrets
(assignments, options, headers, URLs, PEM blocks). A secret without either mark is not found.
"""

HIDDEN = b"[redacted]"

_PREFIXES = (
    *(b"sk-", b"sk_live_", b"sk_test_", b"rk_live_", b"pk_live_", b"whsec_"),
    *(b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"github_pat_", b"glpat-", b"npm_", b"pypi-"),
    *(b"AKIA", b"ASIA", b"AIza", b"ya29.", b"hf_", b"dop_v1_", b"shpat_", b"SG."),
    *(b"xoxa-", b"xoxb-", b"xoxe-", b"xoxp-", b"xoxr-", b"xoxs-", b"xapp-", b"eyJ"),
)
_SHORTEST = 16
"""Fewer characters than this after a prefix are a word, `sk-learn`, and no token."""

_KEYS = (
    *(b"password", b"passwd", b"passphrase", b"secret", b"token", b"credential"),
    *(b"apikey", b"api_key", b"api-key", b"access_key", b"access-key", b"private_key"),
    *(b"private-key", b"authorization", b"cookie", b"bearer"),
)
_WHOLE_LINE = (b"authorization", b"cookie")
_HARMLESS_ENDS = (b"stdin", b"file", b"path", b"type", b"count", b"limit")
_TOKEN = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~+/="
_NAME = frozenset(_TOKEN[:64])
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
        if begins_a_word and end - body >= _SHORTEST:
            spans.append((body, end))
        start = raw.find(prefix, end if begins_a_word else body)
    return spans


def _values(raw: bytes, low: bytes, key: bytes) -> list[tuple[int, int]]:
    """Find what is given to a name that ends in `key` or goes on in another word: `TOKEN_A=...`."""
    spans = []
    done = 0
    place = low.find(key)
    while place >= 0:
        end = place + len(key)
        if end < len(raw) and 97 <= raw[end] <= 122:  # tokenizer, secretly, passwords
            done = end
        else:
            span = _value_of(raw, low, key, place, end, done)
            done = span[1]
            if span[0] < span[1]:
                spans.append(span)
        place = low.find(key, done)
    return spans


def _value_of(
    raw: bytes, low: bytes, key: bytes, place: int, end: int, done: int
) -> tuple[int, int]:
    """Return where the value of one name starts and ends; an empty span if it is given none."""
    while place > done and raw[place - 1] in _NAME:
        place -= 1
    while end < len(raw) and raw[end] in _NAME:
        end += 1
    start = _after_separator(raw, key, end, raw[place : place + 1] == b"-")
    if start < 0 or low[place:end].endswith(_HARMLESS_ENDS):
        return end, end
    quote = 0
    while start < len(raw) and raw[start] in b"\"'`\\":
        quote = raw[start] if raw[start] in _QUOTES else quote
        start += 1
    return start, _end_of_value(raw, start, quote, key in _WHOLE_LINE)


def _after_separator(raw: bytes, key: bytes, end: int, is_option: bool) -> int:
    """Return where the value begins after `NAME`, or -1 if none is given."""
    place = end
    while place < len(raw) and raw[place] in b"\"'\\":  # {"password": "..."}
        place += 1
    spaces = place
    while place < len(raw) and raw[place] in b" \t":
        place += 1
    if place < len(raw) and raw[place] in b"=:":
        colon = raw[place] == 58
        place += 1
        while place < len(raw) and raw[place] in b" \t" and (colon or place - 1 > spaces):
            place += 1
        return place
    takes_next = (is_option or key == b"bearer") and place > spaces == end
    return place if takes_next and raw[place : place + 1] != b"-" else -1


def _end_of_value(raw: bytes, start: int, quote: int, whole_line: bool) -> int:
    end = start + len(HIDDEN) if raw.startswith(HIDDEN, start) else start
    if quote or whole_line:
        while end < len(raw) and raw[end] != quote and raw[end] != 10:
            if not quote and raw[end] in _QUOTES:
                break
            end += 1
        while end > start and raw[end - 1] == 92:  # the backslash of an escaped quote
            end -= 1
        return end
    while end < len(raw) and raw[end] not in _VALUE_ENDS:
        end += 1
    return end
