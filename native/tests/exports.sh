#!/bin/sh
# exports.sh NM LIBRARY HEADER: checks that the library exports exactly the functions that the header declares.
set -eu
exported=$("$1" -D --defined-only "$2" | sed -n 's/.* T \(\w*\).*/\1/p' | sort)
declared=$(sed -n 's/^VERBUS_API .*\b\(verbus_\w*\)(.*/\1/p' "$3" | sort)
[ -n "$declared" ] || { echo "no function found in $3"; exit 1; }
[ "$exported" = "$declared" ] || { echo "exported: $exported"; echo "declared: $declared"; exit 1; }
