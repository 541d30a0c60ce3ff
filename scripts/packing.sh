# Packs files so that the same files give the same bytes, on any day, by any user, and in any folder. Source this file
# in the root of the repository, with SOURCE_DATE_EPOCH set to the time of the commit.
#
#   pack_tar PARENT FOLDER FILE.tar.gz           the folder PARENT/FOLDER
#   pack_zip PARENT FOLDER FILE.zip
#   pack_deb BUILD FOLDER STAGE [FASTER_BUILD]   a Debian package of a build folder, in FOLDER; STAGE is emptied first;
#                                                XZ_LEVEL is the level of compression (default: 6)
#   stage_program BUILD STAGE PREFIX [FASTER_BUILD]   the installed program, as part of a package

umask 022
export TZ=UTC LC_ALL=C
version=$(sed -n 's/^project(sow VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

# Permissions and times do not depend on the user and the day.
normalize() {
  chmod -R u+rwX,go=rX "$1"
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

pack_tar() {
  normalize "$1/$2"
  tar -C "$1" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner -cf - "$2" | gzip -9n >"$3"
}

pack_zip() {
  normalize "$1/$2"
  rm -f "$3"
  (cd "$1" && find "$2" -type f | sort | zip -q -X -@ "$3")
}

# FASTER_BUILD is a build for processors since about 2015. The program runs its copy instead of itself where it can.
stage_program() {
  DESTDIR=$2 cmake --install "$1" --prefix "$3" --strip --component program >/dev/null
  [ -z "${4:-}" ] || install -Ds "$4/sow" "$2${3%/}/lib/sow/x86-64-v3/sow"
}

pack_deb() {
  build=$1 folder=$2 stage=$3
  rm -rf "$stage"
  package=$stage/sow
  mkdir -p "$package/DEBIAN" "$stage/shlibs/debian"
  stage_program "$build" "$package" /usr "${4:-}"
  share=$package/usr/share
  install -Dm644 packaging/sow.desktop "$share/applications/sow.desktop"
  install -Dm644 web/public/favicon.svg "$share/icons/hicolor/scalable/apps/sow.svg"
  install -Dm644 packaging/sow.service "$package/usr/lib/systemd/system/sow.service"
  install -Dm644 -t "$share/doc/sow/examples" packaging/nginx.conf examples/tablebase.html
  install -Dm644 packaging/debian/lintian-overrides "$share/lintian/overrides/sow"
  mkdir -p "$share/metainfo"
  sed "s/@VERSION@/$version/; s/@DATE@/$(date -d "@$SOURCE_DATE_EPOCH" +%F)/" \
    packaging/io.github.sow_engine.Sow.metainfo.xml >"$share/metainfo/io.github.sow_engine.Sow.metainfo.xml"
  rm "$share/doc/sow/LICENSE"  # is part of this file:
  scripts/bill_of_materials --licenses "$build" >"$share/doc/sow/copyright"
  printf 'sow (%s) stable; urgency=low\n\n  * See CHANGELOG.md.\n\n -- The Sow authors <%s>  %s\n' "$version" \
    "$(sed -n 's/^Maintainer: .*<\(.*\)>/\1/p' packaging/debian/control.in)" "$(date -R -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$share/doc/sow/changelog.gz"
  gzip -9n "$share"/man/man1/*.1

  install -m755 packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm "$package/DEBIAN"
  touch "$stage/shlibs/debian/control"
  depends=$(cd "$stage/shlibs" && dpkg-shlibdeps -O "$package/usr/bin/sow" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
  # As dpkg-gencontrol counts: it does not depend on the file system.
  size=$(find "$package/usr" \( -type f -printf '%s\n' \) -o -printf '1\n' | awk '{ total += int(($1 + 1023) / 1024) } END { print total }')
  sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$(dpkg --print-architecture)/; s/@DEPENDS@/$depends/; s/@SIZE@/$size/" \
    packaging/debian/control.in >"$package/DEBIAN/control"
  (cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  normalize "$package"
  # One thread: the bytes must not depend on the number of cores.
  dpkg-deb --root-owner-group --threads-max=1 -Zxz "-z${XZ_LEVEL:-6}" --build "$package" "$folder" >/dev/null
}
