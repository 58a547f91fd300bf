# Finds a JDK, and the JVM flags and the module of a command. Sourced by ./bus, and by bin/bus of an archive.

options_of() { # options_of COMMAND: the name of its file of JVM flags
  case $1 in
    stat | loss | errors | doctor | help) echo tools.options ;;
    *) echo jvm.options ;;
  esac
}

module_of() { # module_of ARGUMENTS: the module beside the jar that a command needs, nothing if it needs none
  case " ${*,,} " in
    " bridge "* | " publish "*" --from-queue"[\ =]*) echo chronicle ;;
    " journal export "*" --format"[\ =]wire\ * | " journal export "*" --format"[\ =]queue\ *) echo chronicle ;;
    " journal export "* | " sql "* | " book "*.parquet\ *) echo export ;;
  esac
}

jdk_version() { # the feature version of the JDK in $1, nothing if it has no $java_tool
  [ -x "$1/bin/${java_tool:-javac}" ] && sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

find_jdk() {
  local candidate version
  if [ -n "${VERBUS_JAVA_HOME:-}" ]; then
    version=$(jdk_version "$VERBUS_JAVA_HOME") || true
    [ "${version:-0}" -ge 25 ] || die "VERBUS_JAVA_HOME=$VERBUS_JAVA_HOME is not a JDK 25 or later: unset or correct it"
  fi
  for candidate in "${VERBUS_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/jdk* /opt/java/* \
    "${HOME:-}"/.jdks/* "${HOME:-}"/.sdkman/candidates/java/*; do
    [ -n "$candidate" ] || continue
    version=$(jdk_version "$candidate") || continue
    if [ -n "$version" ] && [ "$version" -ge 25 ]; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  cat >&2 <<'HELP'
bus: no JDK 25 or later found in VERBUS_JAVA_HOME, JAVA_HOME, /usr/lib/jvm, /opt, ~/.jdks.
     Debian 12 has no package of it. Download Temurin 25 (a .tar.gz) from https://adoptium.net/temurin/releases/?version=25
     and unpack it:   sudo mkdir -p /usr/lib/jvm && sudo tar -xzf OpenJDK25U-jdk_*.tar.gz -C /usr/lib/jvm
     without root:    mkdir -p ~/.jdks && tar -xzf OpenJDK25U-jdk_*.tar.gz -C ~/.jdks
HELP
  exit 1
}
