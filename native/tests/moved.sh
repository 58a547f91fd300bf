#!/bin/sh
# moved.sh CONFIGURE: a build folder that was copied, or moved, with its sources is made again; otherwise it stays.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/a"
printf 'cmake_minimum_required(VERSION 3.20)\nproject(moved LANGUAGES NONE)\n' > "$folder/a/CMakeLists.txt"
"$1" "$folder/a" "$folder/a/target/build"
: > "$folder/a/target/build/kept"
"$1" "$folder/a" "$folder/a/target/build"
[ -e "$folder/a/target/build/kept" ]
cp -a "$folder/a" "$folder/a copy"
"$1" "$folder/a copy" "$folder/a copy/target/build"
[ ! -e "$folder/a copy/target/build/kept" ]
mv "$folder/a" "$folder/b"
"$1" "$folder/b" "$folder/b/target/build"
[ ! -e "$folder/b/target/build/kept" ]
