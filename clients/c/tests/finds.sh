#!/usr/bin/env bash
# finds.sh GENERATOR: passes if a generator with a planted bug ends by a failed claim, and not by a crash.
set -uo pipefail
output=$(VERBUS_SEED=1 VERBUS_ROUNDS=10000 "$1" 2>&1)
status=$?
printf '%s\n' "$output"
[ $status = 1 ] && grep -q 'claim failed' <<< "$output"
