#!/bin/sh
# outside.sh BUILD SOURCE: installs the library into an empty prefix, and uses it from a project of its own, by CMake
# and by pkg-config.
set -eu
work=$(mktemp -d)
bus=$(mktemp -d /dev/shm/verbus-c-test-XXXXXX)
trap 'rm -rf "$work" "$bus"' EXIT
cmake --install "$1" --prefix "$work/prefix" > "$work/log"
cmake -S "$2" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" >> "$work/log"
cmake --build "$work/build" >> "$work/log"
for program in in_c in_c_static in_cpp; do
  [ "$("$work/build/$program" "$bus")" = hello ] || { echo "$program does not print hello"; exit 1; }
done
pc=$(dirname "$(find "$work/prefix" -name verbus_client.pc)")
sed -i "s|^prefix=.*|prefix=$work/prefix|" "$pc/verbus_client.pc"
if command -v pkg-config > /dev/null; then
  # shellcheck disable=SC2046 # the flags are words
  cc "$2/main.c" $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs verbus_client) -o "$work/by_pkg_config"
  lib=$(PKG_CONFIG_PATH=$pc pkg-config --variable=libdir verbus_client)
  [ "$(LD_LIBRARY_PATH=$lib "$work/by_pkg_config" "$bus")" = hello ] || { echo "pkg-config: no hello"; exit 1; }
fi
for page in verbus.3 verbus-journal.1; do
  find "$work/prefix" -name "$page" | grep -q . || { echo "$page is not installed"; exit 1; }
done
