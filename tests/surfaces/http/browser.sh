#!/bin/sh
# Tries the page out in a real browser: the one that is here, else Debian's. The argument is a Python.
set -eu
found() {
    for name in chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null; then return 0; fi
    done
    return 1
}
install() {
    command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return 1
    apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null
}
if ! found && ! { install && found; }; then
    echo "no browser: none of chromium, chromium-browser and google-chrome is on PATH, and none could be" \
        "installed (that takes root and apt-get). Install one and run this again." >&2
    exit 1
fi
exec "$1" -m pytest -n0 -m browser tests/surfaces/http
