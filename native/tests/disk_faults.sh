#!/usr/bin/env bash
# disk_faults.sh LIBRARY: reads, writes and syncs below the directory fail, and no other calls.
set -euo pipefail
library=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bad" "$folder/good"

try() { # try FOLDER: writes a file there and syncs it
  DISK_FAULTS_DIR=$folder/bad DISK_FAULTS_WHILE=$folder/on LD_PRELOAD=$library \
    dd if=/dev/zero of="$folder/$1/file" bs=512 count=1 conv=fsync 2> "$folder/messages"
}

try_reading() { # try_reading FOLDER: reads that file
  DISK_FAULTS_DIR=$folder/bad DISK_FAULTS_WHILE=$folder/on LD_PRELOAD=$library \
    dd if="$folder/$1/file" of=/dev/null bs=512 count=1 2> "$folder/messages"
}

try bad || { echo "fails before it is switched on"; exit 1; }
touch "$folder/on"
try good || { echo "fails in another directory"; exit 1; }
if try bad; then echo "does not fail"; exit 1; fi
grep -q 'Input/output error' "$folder/messages" || { cat "$folder/messages"; exit 1; }
try_reading good || { echo "reading fails in another directory"; exit 1; }
if try_reading bad; then echo "reading does not fail"; exit 1; fi
grep -q 'Input/output error' "$folder/messages" || { cat "$folder/messages"; exit 1; }
