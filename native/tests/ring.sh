#!/bin/sh
# Each mode of verbus_ring, so short that its figures mean nothing: rings so small that they wrap and are waited for,
# messages that leave a rest at the end. What is read is compared with what was written by the program itself.
set -eu
ring=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$ring" "$folder" ping-pong 64 4096 2000 100 -1 -1 | grep -q '^messages=2000 '
[ "$(wc -c < "$folder/times")" = 8000 ]
"$ring" "$folder" throughput 72 4096 20000 100 -1 -1 | grep -q '^messages=20000 '
"$ring" "$folder" open-loop 32 65536 2000 100 -1 -1 100000 | grep -q '^messages=2000 '
if "$ring" "$folder" throughput 72 5000 20000 100 -1 -1 2> /dev/null; then
  echo "a capacity that is no power of two was taken" && exit 1
fi
[ "$(ls "$folder")" = times ] # and nothing else is left
