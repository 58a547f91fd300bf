# Sourced by lab: kernel and initial RAM disk of the guest, created once and kept in the user's cache directory.
#
# The kernel and its modules are unpacked from Debian's package, which is not installed. The RAM disk contains busybox,
# the modules in load order, and init, which changes root to the files of this machine. Uses $driver, rxe or siw; sets
# $kernel and $initrd.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/verbus-lab
# rdma_rxe needs crc32_generic, a dependency unknown to depmod.
modules="virtio_pci 9pnet_virtio 9p overlay virtio_net veth dummy sch_netem crc32_generic rdma_rxe ib_uverbs rdma_ucm"

# Command and package of each requirement, including those of the guests.
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

missing_packages() { # names, each after a space
  packages | while read -r command package; do
    command -v "$command" > /dev/null || printf ' %s' "$package"
  done
  ls /usr/lib/*/libibverbs/librxe-*.so > /dev/null 2>&1 || printf ' ibverbs-providers'
}

need_packages() {
  local missing
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086 # the packages are words
  install_packages $missing
  missing=$(missing_packages)
  [ -z "$missing" ] || die "packages are missing; install them with: sudo apt-get install$missing"
}

kernel_package() { apt-cache depends linux-image-amd64 2> /dev/null | awk '/Depends: linux-image-[0-9]/ {print $2; exit}'; }

prepare_image() {
  local package version root
  [ "$(uname -m)" = x86_64 ] || die "unsupported machine $(uname -m): the lab's guest needs x86-64"
  mkdir -p "$cache" || die "cannot create $cache: set XDG_CACHE_HOME to a writable directory"
  exec 8> "$cache/lock"
  flock 8
  package=$(kernel_package)
  if [ -z "$package" ]; then
    [ "$(id -u)" = 0 ] && apt-get -qq update > /dev/null 2>&1
    package=$(kernel_package)
  fi
  [ -n "$package" ] || die "no kernel in the package lists: sudo apt-get update"
  version=${package#linux-image-}
  root=$cache/$version
  kernel=$root/boot/vmlinuz-$version
  initrd=$cache/$version.initrd
  if [ ! -e "$root/done" ]; then
    say "unpacking $package (once)"
    rm -rf "$root"
    mkdir -p "$root/package"
    (cd "$root/package" && apt-get -qq download "$package" > /dev/null 2>&1) ||
      die "cannot download $package: check the network and update the package lists (sudo apt-get update)"
    dpkg -x "$root"/package/*.deb "$root"
    rm -rf "$root/package"
    depmod -b "$root" "$version"
    touch "$root/done"
  fi
  if [ "$driver" = siw ]; then
    [ -e "$root/lib/modules/$version/extra/siw.ko" ] || make_siw "$root" "$version"
    initrd=$cache/$version.siw.initrd
    modules=${modules/rdma_rxe/siw}
  fi
  if [ ! -e "$initrd" ] || [ "$here/init" -nt "$initrd" ] || [ "$here/image.sh" -nt "$initrd" ]; then
    make_initrd "$root" "$version"
  fi
  exec 8>&-
}

# The driver of Soft-iWARP, which Debian's kernel lacks, built from the sources of the same kernel. Their packages are
# unpacked, not installed, so absolute paths in them are corrected.
make_siw() { # make_siw UNPACKED-PACKAGE VERSION
  local build=$cache/$2-siw series=${2%%.*} part package
  part=${2#*.}
  series=$series.${part%%.*}
  say "building the driver of Soft-iWARP from the kernel's sources (once)"
  command -v make > /dev/null && command -v gcc > /dev/null ||
    die "packages are missing; install them with: sudo apt-get install gcc make"
  rm -rf "$build"
  mkdir -p "$build/package" "$1/lib/modules/$2/extra"
  for package in "linux-headers-$2" "linux-headers-${2%-*}-common" "linux-kbuild-$series" "linux-source-$series"; do
    (cd "$build/package" && apt-get -qq download "$package" > /dev/null 2>&1) ||
      die "cannot download $package: check the network and update the package lists (sudo apt-get update)"
  done
  for package in "$build"/package/linux-{headers,kbuild}*.deb; do
    dpkg -x "$package" "$build"
  done
  sed -i "s|/usr/src/|$build&|" "$build/usr/src/linux-headers-$2/Makefile"
  dpkg-deb --fsys-tarfile "$build"/package/linux-source*.deb | tar -xO "./usr/src/linux-source-$series.tar.xz" |
    tar -xJ -C "$build" "linux-source-$series/drivers/infiniband/sw/siw"
  make -C "$build/usr/src/linux-headers-$2" M="$build/linux-source-$series/drivers/infiniband/sw/siw" \
    CONFIG_RDMA_SIW=m CC=gcc modules > "$build/log" 2>&1 || die "cannot build the driver: $build/log"
  cp "$build/linux-source-$series/drivers/infiniband/sw/siw/siw.ko" "$1/lib/modules/$2/extra/"
  depmod -b "$1" "$2"
  rm -rf "$build"
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
