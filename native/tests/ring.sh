#!/bin/sh
# Runs each mode of verbus_ring briefly, so the figures mean nothing: rings that wrap and fill up, and messages that
# leave unused space at the end of the ring. The program compares read with written data.
set -eu
ring=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$ring" "$folder" ping-pong 64 4096 2000 100 -1 -1 | grep -q '^messages=2000 .* waited_ns=[0-9]'
[ "$(wc -c < "$folder/times")" = 8000 ]
"$ring" "$folder" throughput 72 4096 20000 100 -1 -1 | grep -q '^messages=20000 '
"$ring" "$folder" open-loop 32 65536 2000 100 -1 -1 100000 | grep -q '^messages=2000 '
if "$ring" "$folder" throughput 72 5000 20000 100 -1 -1 2> /dev/null; then
  echo "accepted a capacity that is not a power of two" && exit 1
fi
[ "$(ls "$folder")" = times ] # no other file remains
