# A minimal Debian 12 in a folder, to try things as on a new machine. Source this file as root:
#
#   make_root FOLDER       creates it, with the package sources of this machine, and mounts what programs expect
#   inside 'COMMAND…'      runs a shell command in it, with the environment of a login
#
# The mounts are removed when the script exits; the files stay.

leave_root() {
  for folder in dev/shm dev/pts dev sys proc; do
    ! mountpoint -q "$root/$folder" || umount -l "$root/$folder"
  done
}

make_root() {
  [ "$(id -u)" = 0 ] || { echo "$0 needs root: it makes a chroot" >&2; exit 2; }
  command -v debootstrap >/dev/null || scripts/install fresh
  mkdir -p "$1"
  root=$(cd "$1" && pwd)
  leave_root
  rm -rf --one-file-system "$root"
  trap leave_root EXIT
  trap 'exit 130' INT TERM
  # The first Debian mirror of this machine, in either format of apt's source lists.
  mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null | grep -v security | head -n 1)
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; exit 1; }
  # How this machine reaches packages: apt's sources and proxies, npm's and pip's settings, name resolution,
  # certificates.
  for path in etc/apt etc/resolv.conf etc/hosts etc/ssl usr/local/share/ca-certificates root/.npmrc etc/npmrc etc/pip.conf root/.config/pip; do
    [ ! -e "/$path" ] || { rm -rf "${root:?}/$path"; mkdir -p "$root/${path%/*}"; cp -aL "/$path" "$root/$path"; }
  done
  mount -t proc proc "$root/proc"
  mount -t sysfs sys "$root/sys"
  mount --bind /dev "$root/dev"
  mount --make-private "$root/dev"  # mounts below it must not appear in this machine's /dev
  mount -t devpts devpts "$root/dev/pts"
  mkdir -p "$root/dev/shm"
  mountpoint -q "$root/dev/shm" || mount -t tmpfs tmpfs "$root/dev/shm"
}

inside() {
  # shellcheck disable=SC2046  # one word per variable
  env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LANG=C.UTF-8 \
    $(env | grep -i -E '^[a-z_]*proxy=|^npm_config_|^pip_|^NODE_EXTRA_CA_CERTS=|^SSL_CERT_FILE=|^REQUESTS_CA_BUNDLE=') chroot "$root" sh -c "$1"
}
