"""Secrets do not reach the log; everything else does, unchanged."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.logs.redact import redact

SECRET = "hUnt3r2hUnt3r2hUnt3r2"

HIDDEN = [
    ("curl -H 'Authorization: Bearer {}' x", "curl -H 'Authorization: [redacted]' x"),
    ("curl -H 'Authorization: Basic {}' x", "curl -H 'Authorization: [redacted]' x"),
    ("bearer {} was refused", "bearer [redacted] was refused"),
    ("API_TOKEN={} ./deploy", "API_TOKEN=[redacted] ./deploy"),
    ("export GH_TOKEN='{} b'; ls", "export GH_TOKEN='[redacted]'; ls"),
    ("mysql --password {} -u me", "mysql --password [redacted] -u me"),
    ("mysql --password={} -u me", "mysql --password=[redacted] -u me"),
    ("db_password = {}", "db_password = [redacted]"),
    ("password: {}", "password: [redacted]"),
    ('{{"password": "{} x", "a": 1}}', '{{"password": "[redacted]", "a": 1}}'),
    (r'-d "{{\"api_key\":\"{}\",\"a\":1}}"', r'-d "{{\"api_key\":\"[redacted]\",\"a\":1}}"'),
    ("git clone https://me:{}@host/x.git", "git clone https://me:[redacted]@host/x.git"),
    ("git clone https://{}@host/x.git", "git clone https://[redacted]@host/x.git"),
    ("AWS_SECRET_ACCESS_KEY={} aws s3 ls", "AWS_SECRET_ACCESS_KEY=[redacted] aws s3 ls"),
    ("curl -H 'Cookie: sid={}; a=b' x", "curl -H 'Cookie: [redacted]' x"),
    ("curl -H 'X-Api-Key: {}' x", "curl -H 'X-Api-Key: [redacted]' x"),
    ("use sk-proj-{} now", "use sk-[redacted] now"),
    ("ghp_{}", "ghp_[redacted]"),
    ("AKIA{}", "AKIA[redacted]"),
    ("(xoxb-1-{})", "(xoxb-[redacted])"),
    ("eyJ{}.eyJ{}.sig", "eyJ[redacted]"),
    ("a\n-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\nb", "a\n[redacted]\nb"),
    ("-----BEGIN PRIVATE KEY-----\n{} cut off", "[redacted]"),
    ("curl -u me:{} https://x", "curl -u me:[redacted] https://x"),
    ("curl -ume:{} https://x", "curl -ume:[redacted] https://x"),
    ("curl -s --user 'me:{} x' u; ls", "curl -s --user 'me:[redacted]' u; ls"),
    ("curl --proxy-user=me:{}", "curl --proxy-user=me:[redacted]"),
    ("sshpass -p {} ssh h", "sshpass -p [redacted] ssh h"),
    ("mysqldump -p{} db", "mysqldump -p[redacted] db"),
    ("docker login -u me -p {} r", "docker login -u me -p [redacted] r"),
    ("--pass {} x", "--pass [redacted] x"),
    ("DB_PASS={} x", "DB_PASS=[redacted] x"),
    ("MYSQL_PWD={} mysql", "MYSQL_PWD=[redacted] mysql"),
    ("-passin pass:{} -x", "-passin pass:[redacted] -x"),
    ("PASS={}", "PASS=[redacted]"),
    ("secrets={}", "secrets=[redacted]"),
    ("password:\n  {}\na: b", "password:\n  [redacted]\na: b"),
    ("token: |-\n    {}\n", "token: |-\n    [redacted]\n"),
    ("'password' => '{}',", "'password' => '[redacted]',"),
    ('password := "{}"', 'password := "[redacted]"'),
    ("<password>{}</password>", "<password>[redacted]</password>"),
    ('password="a\\"{} b" c', 'password="[redacted]" c'),
    ("https://h/?key={}&a=1", "https://h/?key=[redacted]&a=1"),
    ("https://h/x?X-Amz-Signature={}", "https://h/x?X-Amz-Signature=[redacted]"),
    ("AccountKey={}==", "AccountKey=[redacted]"),
    ("https://hooks.slack.com/services/T0/B0/{}", "https://hooks.slack.com/services/[redacted]"),
    ("xoxc-1-{} hvs.{}", "xoxc-[redacted] hvs.[redacted]"),
    ("glrt-{} gsk_{}", "glrt-[redacted] gsk_[redacted]"),
]

KEPT = [
    "",
    "rm -rf build && make",
    "git clone ssh://git@github.com/x/y",
    "pip install scikit-learn sk-learn",
    "the tokenizer = fast",
    "cat secrets.txt | grep token",
    "docker login --password-stdin registry.example",
    "mysql --password-file ~/.pw",
    "TOKEN= ls",
    "--token --verbose",
    "task-force ask-me-anything-about-the-weather",
    "PWD=/srv ls",
    "see https://example.org/a?b=c#d",
    "docker run -u 1000:1000 -p 8080:80 image",
    "ssh -p 22 host && chown -R me:us . && git push -u origin a:b",
    "curl -u me https://x --user-agent a:b",
    "mysql -p db",
    "pass: 3 fail: 1, bypass=1 compass=true --pass-through yes",
    "OLDPWD=/srv; cd $PWD",
    "monkey=1&primarykey=2",
    "npm_config_cache=/a/b/c/d/e/f/g/h",
    "sk-something-with-many-words",
    "--no-password x",
    "max_tokens=100",
    "credentials:\n  user: me\n",
]


@pytest.mark.parametrize(("given_text", "told"), HIDDEN)
def test_a_secret_is_hidden_and_its_place_stays_readable(given_text: str, told: str) -> None:
    text = given_text.format(SECRET, SECRET)
    assert redact(text) == told.replace("{{", "{").replace("}}", "}")


@pytest.mark.parametrize("text", KEPT)
def test_what_only_mentions_secrets_is_left_alone(text: str) -> None:
    assert redact(text) == text


ANY_TEXT = st.text(st.characters(codec=None), max_size=300)
PIECES = st.sampled_from(
    [*("sk-", "ghp_", "AKIA", "eyJ", "xoxb-", "token", "password", "secret=", "bearer", "cookie")]
    + [*("curl -u a:", "login -p ", "mysql -p", "pass:", "_pwd=", "?key=", "<token>", "secrets")]
    + [*("=> ", "|\n  ", "--no-", "hooks.slack.com/services/", "glpat-")]
    + [*("Authorization:", "://", "-----BEGIN ", "-----END ", "[redacted]", "0123456789abcdef")]
    + list("=:\"'\\-@ \na/é")
)


@given(st.one_of(ANY_TEXT, st.lists(PIECES, max_size=40).map("".join)))
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@given(ANY_TEXT, st.sampled_from(HIDDEN), ANY_TEXT)
def test_a_secret_is_hidden_whatever_stands_before_and_after_it(
    before: str, row: tuple[str, str], after: str
) -> None:
    text = row[0].format(SECRET, SECRET)
    assert SECRET not in redact(f"{before}\n{text}\n{after}")


@given(st.text("abcxyz ./-_", max_size=200))
def test_text_without_marks_is_kept(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "unit",
    ["token=", "token_", "token ", "--token ", "sk-", "://", "a://b:c@", "-----BEGIN ", "eyJ"]
    + [
        "curl -u a:b ",
        "curl ",
        "curl -u",
        "mysql -px",
        " -p",
        "pass:",
        "?key=",
        "token:\n ",
        "<token>",
    ]
    + ["token='\"", 'token\\"', 'token="\\"', "password: ", "cookie:", "x", "-"],
)
def test_the_time_grows_no_faster_than_the_text(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        start = time.process_time()
        redact(text)
        return time.process_time() - start

    assert min(seconds(400_000) for _ in range(3)) < 1.0
