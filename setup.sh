#!/bin/sh
# Set snaphook up in this checkout: ./setup.sh [test [--clients] [PYTEST ARGUMENTS] | install ... | bench ...]
set -eu
cd "$(dirname "$0")"

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
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        is_usable "$PYTHON" || fail "PYTHON=$PYTHON does not start, or is older than Python 3.10." \
            "Set PYTHON to a newer interpreter, for instance PYTHON=python3.12."
        return
    fi
    for PYTHON in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
        if is_usable "$PYTHON"; then return; fi
    done
    fail "no Python 3.10 or newer was found on PATH." \
        "Install one (Debian: apt-get install python3 python3-venv; macOS: brew install python), or set PYTHON."
}

make_venv() {
    if [ -x .venv/bin/python ] && is_usable .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1
    then return; fi
    find_python
    "$PYTHON" -c 'import venv, ensurepip' 2>/dev/null || fail "$PYTHON has no venv module." \
        "Install it (Debian: apt-get install python3-venv), or set PYTHON to another interpreter."
    say "Making .venv with $("$PYTHON" --version)"
    rm -rf .venv
    "$PYTHON" -m venv .venv
}

# Install only when something changed since last time: $1 names the set, the rest goes to pip.
pip_install() {
    stamp=.venv/.installed-$1
    shift
    [ -f "$stamp" ] && [ "$stamp" -nt pyproject.toml ] && return
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1' ||
        fail "pip could not be upgraded." "Check the connection to the package index, then run this again."
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@" ||
        fail "pip could not install snaphook." "The lines above say why; mend that and run this again."
    touch "$stamp"
}

set_up() {
    make_venv
    pip_install core -e .
}

# Programs that the tests start: by apt when root, else named; never skipped under CI.
need_programs() {
    missing=
    for pair in git:git setpriv:util-linux node:nodejs npm:npm; do
        command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing$missing"
        # shellcheck disable=SC2086
        { apt-get update -qq && apt-get install -qq -y --no-install-recommends $missing; } >/dev/null ||
            fail "apt-get could not install$missing."
    elif [ -n "${CI:-}" ]; then
        fail "the tests need these Debian packages:$missing"
    else
        say "SKIPPED: tests that need these Debian packages will be skipped:$missing"
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
    pip_install test -e . --group test
    if [ -n "$clients" ]; then
        sh tests/e2e/clients.sh
        SNAPHOOK_TEST_CLIENTS=1
        export SNAPHOOK_TEST_CLIENTS
    fi
    exec .venv/bin/pytest "$@"
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
    *) usage >&2; fail "unknown word: $1" ;;
esac
