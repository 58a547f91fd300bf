#!/bin/sh
# outside.sh PYTHON DIST PROGRAM ARGUMENTS...: installs the wheel of a folder into a new virtual environment, and runs a
# copy of the program there, far from the sources.
set -eu
python=$1
dist=$2
program=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv --without-pip "$work/venv"
site=$("$work/venv/bin/python" -c "import sysconfig; print(sysconfig.get_path('purelib'))")
"$python" -m zipfile -e "$dist"/*.whl "$site"
cp "$program" "$work"
cd "$work"
unset PYTHONPATH
"$work/venv/bin/python" "$(basename "$program")" "$@"
