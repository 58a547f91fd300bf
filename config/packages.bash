# Installs packages. Sourced by ./bus, by the lab and by .ci/run, which define say.

install_packages() { # install_packages PACKAGE...: as root, after it has printed the command; else does nothing
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return 0
  local command="apt-get -qq update && apt-get -qq install -y --no-install-recommends $*"
  say "packages are missing, running: $command"
  bash -c "$command" > /dev/null 2>&1 || true
}
