# Installs packages. Sourced by ./bus, by the lab and by .ci/run, which define say.

install_packages() { # install_packages PACKAGE...: as root, after it has printed the command; else does nothing
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return 0
  local command="apt-get -qq update && apt-get -qq install -y --no-install-recommends $*"
  say "packages are missing, running: $command"
  bash -c "$command" > /dev/null 2>&1 || true
}

unpack_program() { # unpack_program PROGRAM PACKAGE FOLDER: without the service that the package would start
  command -v apt-get > /dev/null || return 0
  local folder
  folder=$(mktemp -d)
  say "$1 is missing, unpacking it from the package $2"
  [ "$(id -u)" != 0 ] || apt-get -qq update > /dev/null 2>&1 || true
  (cd "$folder" && apt-get -qq download "$2" && dpkg-deb --fsys-tarfile ./*.deb | tar -x "./usr/bin/$1") \
    > /dev/null 2>&1 && mkdir -p "$3" && mv "$folder/usr/bin/$1" "$3" || true
  rm -rf "$folder"
}
