#!/bin/sh
# Run the tests on every supported Python that pyenv or PATH has, each in an environment of its own.
set -eu
for version in 3.11 3.12 3.13; do
    found=$(ls -d "${PYENV_ROOT:-$HOME/.pyenv}"/versions/$version.*/bin/python 2>/dev/null | tail -n 1)
    [ -n "$found" ] || found=$(command -v "python$version" || true)
    if [ -z "$found" ]; then
        echo "python$version: not on this machine, left out"
        continue
    fi
    venv=.venv-matrix-$version
    [ -x "$venv/bin/python" ] || "$found" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --upgrade pip
    "$venv/bin/python" -m pip install --quiet --editable . --group dev
    echo "== $("$venv/bin/python" --version)"
    "$venv/bin/python" -m pytest
done
