#!/bin/sh
# Set snaphook up in this checkout: ./setup.sh [test [--clients] [PYTEST ARGUMENTS] | install ... | bench ...]
set -eu
CDPATH='' cd -- "$(dirname -- "$0")"
unset PYTHONPATH PYTHONHOME # they would lead to another Python's modules

say() { printf '%s\n' "$*"; }
fail() {
    printf 'setup.sh: %s\n' "$1" >&2
    [ $# -lt 2 ] || printf '  %s\n' "$2" >&2
    exit 1
}

usage() {
    cat <<'TEXT'
./setup.sh                   make .venv, install snaphook into it, and show it refusing a call
./setup.sh test              install what the tests need, and run them
./setup.sh test --clients    the same with the real agents from npm, against a loopback model
./setup.sh install [...]     wire snaphook into your agents' settings (asks first)
./setup.sh bench [...]       measure what a hook costs here
PYTHON=/path/to/python3      choose the interpreter (3.10 or newer, with venv)
TEXT
}

is_usable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        version=$(version_of "$PYTHON") ||
            fail "PYTHON=$PYTHON does not start." "Set PYTHON to an interpreter, for instance python3.12."
        is_usable "$PYTHON" || fail "PYTHON=$PYTHON is Python $version; snaphook needs 3.10 or newer." \
            "Set PYTHON to a newer interpreter, for instance python3.12."
        return
    fi
    for PYTHON in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
        if is_usable "$PYTHON"; then return; fi
    done
    fail "no Python 3.10 or newer was found on PATH." \
        "Install one (Debian: apt-get install python3 python3-venv; macOS: brew install python), or set PYTHON."
}

version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

# The wanted interpreter is in .venv already, or none was asked for.
is_wanted() {
    [ -z "${PYTHON:-}" ] || [ "$(version_of "$PYTHON")" = "$(version_of .venv/bin/python)" ]
}

make_venv() {
    [ -z "${PYTHON:-}" ] || find_python
    if is_wanted && [ -x .venv/bin/python ] && is_usable .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1
    then return; fi
    if [ -e .venv ] && [ ! -f .venv/pyvenv.cfg ]; then
        fail "$PWD/.venv is there, and is no virtual environment." "Move it away, then run this again."
    fi
    find_python
    "$PYTHON" -c 'import venv, ensurepip' 2>/dev/null || fail "$PYTHON has no venv module." \
        "Install it (Debian: apt-get install python3-venv), or set PYTHON to another interpreter."
    say "Making .venv with $("$PYTHON" --version)"
    rm -rf .venv
    "$PYTHON" -m venv .venv || fail "$PYTHON could not make .venv." \
        "The lines above say why (no space? Debian: apt-get install python3-venv)."
}

# Run pip, showing what it says only when it fails.
pip() {
    PIP_USER=0 .venv/bin/python -m pip install --disable-pip-version-check "$@" >.venv/pip.log 2>&1 && return
    cat .venv/pip.log >&2
    fail "pip could not install $*." \
        "Check the connection to the package index (proxy, PIP_INDEX_URL), then run this again."
}

# Install only when something changed since last time: $1 names the set, the rest goes to pip.
# The stamp holds this folder's name, because a checkout that was moved has to be installed again.
install_set() {
    stamp=.venv/.installed-$1
    shift
    if [ -f "$stamp" ] && [ -z "$(find pyproject.toml -newer "$stamp")" ] && [ "$(cat "$stamp")" = "$PWD" ]
    then return; fi
    say "Installing what snaphook needs into .venv"
    pip --upgrade 'pip>=25.1'
    pip "$@"
    printf '%s\n' "$PWD" >"$stamp"
}

set_up() {
    make_venv
    install_set core -e .
}

# Programs that the tests start: by apt when root, else named; never skipped under CI.
need_programs() {
    missing=
    for pair in git:git setpriv:util-linux node:nodejs npm:npm; do
        [ "$pair$(uname)" != setpriv:util-linuxDarwin ] || continue # Linux alone has it
        command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing$missing"
        # shellcheck disable=SC2086
        { apt-get update -qq && apt-get install -qq -y --no-install-recommends $missing; } >/dev/null ||
            fail "apt-get could not install$missing."
    elif [ -n "${CI:-}" ]; then
        fail "the tests need these packages:$missing" "Install them, then run this again."
    else
        say "SKIPPED: tests that need these programs' packages will be skipped:$missing"
    fi
}

run_tests() {
    clients=
    if [ "${1:-}" = --clients ]; then
        clients=1
        shift
    fi
    set_up
    need_programs
    install_set test -e . --group test
    if [ -n "$clients" ]; then
        sh tests/e2e/clients.sh
        SNAPHOOK_TEST_CLIENTS=1
        export SNAPHOOK_TEST_CLIENTS
    fi
    exec .venv/bin/pytest -n auto "$@"
}

case "${1:-}" in
    '')
        set_up
        .venv/bin/python examples/demonstration/demonstrate.py
        say "Next: ./setup.sh install wires your agents; .venv/bin/snaphook init writes a first hooks.json."
        ;;
    test) shift; run_tests "$@" ;;
    install) set_up; exec .venv/bin/snaphook "$@" ;;
    bench) shift; set_up; exec .venv/bin/python bench/run.py "$@" ;;
    -h | --help | help) usage ;;
    *)
        usage >&2
        fail "unknown word: $1"
        ;;
esac
