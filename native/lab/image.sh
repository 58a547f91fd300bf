# Sourced by lab: the guest's kernel and initial RAM disk, made once and kept in the user's cache directory.
#
# The kernel and its modules are Debian's package, unpacked and never installed. The RAM disk holds busybox, the modules
# in the order in which they load, and init, which changes over to this machine's files.
# Gives: $kernel and $initrd.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/verbus-lab
# crc32_generic is needed by rdma_rxe, and depmod does not know it.
modules="virtio_pci 9pnet_virtio 9p overlay virtio_net veth dummy sch_netem crc32_generic rdma_rxe ib_uverbs rdma_ucm"

# command and package of everything that is needed, those that only guests use included
packages() {
  cat <<'LIST'
qemu-system-x86_64 qemu-system-x86
cpio cpio
depmod kmod
busybox busybox-static
rdma iproute2
rping rdmacm-utils
ibv_devinfo ibverbs-utils
LIST
}

missing_packages() { # names, each behind a space
  packages | while read -r command package; do
    command -v "$command" > /dev/null || printf ' %s' "$package"
  done
  ls /usr/lib/*/libibverbs/librxe-*.so > /dev/null 2>&1 || printf ' ibverbs-providers'
}

install_packages() {
  local missing
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    say "installing$missing"
    # shellcheck disable=SC2086 # the packages are words
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends $missing; } > /dev/null 2>&1 || true
    missing=$(missing_packages)
  fi
  [ -z "$missing" ] || die "packages are missing; install them with: sudo apt-get install$missing"
}

kernel_package() { apt-cache depends linux-image-amd64 2> /dev/null | awk '/Depends: linux-image-[0-9]/ {print $2; exit}'; }

prepare_image() {
  local package version root
  [ "$(uname -m)" = x86_64 ] || die "the lab's guest is an x86-64 one, and this machine is a $(uname -m)"
  mkdir -p "$cache" || die "$cache can't be made; set XDG_CACHE_HOME to a directory of your own"
  exec 8> "$cache/lock"
  flock 8
  package=$(kernel_package)
  if [ -z "$package" ]; then
    [ "$(id -u)" = 0 ] && apt-get -qq update > /dev/null 2>&1
    package=$(kernel_package)
  fi
  [ -n "$package" ] || die "the package lists know no kernel; run: sudo apt-get update"
  version=${package#linux-image-}
  root=$cache/$version
  kernel=$root/boot/vmlinuz-$version
  initrd=$cache/$version.initrd
  if [ ! -e "$root/done" ]; then
    say "unpacking $package (once)"
    rm -rf "$root"
    mkdir -p "$root/package"
    (cd "$root/package" && apt-get -qq download "$package" > /dev/null 2>&1) ||
      die "$package can't be downloaded; is there a network, and are the package lists fresh (sudo apt-get update)?"
    dpkg -x "$root"/package/*.deb "$root"
    rm -rf "$root/package"
    depmod -b "$root" "$version"
    touch "$root/done"
  fi
  if [ ! -e "$initrd" ] || [ "$here/init" -nt "$initrd" ] || [ "$here/image.sh" -nt "$initrd" ]; then
    make_initrd "$root" "$version"
  fi
  exec 8>&-
}

make_initrd() { # make_initrd UNPACKED-PACKAGE VERSION
  local tree module
  tree=$(mktemp -d "$cache/tree-XXXXXXXX")
  mkdir -p "$tree"/{bin,modules,proc,sys,dev,low,up,new}
  cp "$(command -v busybox)" "$tree/bin/busybox"
  install -m 755 "$here/init" "$tree/init"
  for module in $modules; do
    modprobe -d "$1" -S "$2" --show-depends "$module" | awk '/^insmod/ {print $2}'
  done | awk '!seen[$0]++' | while read -r file; do
    cp "$file" "$tree/modules/"
    basename "$file"
  done > "$tree/modules/order"
  (cd "$tree" && find . | cpio -o -H newc 2> /dev/null | gzip -1) > "$initrd.new"
  rm -rf "$tree"
  mv "$initrd.new" "$initrd"
}
