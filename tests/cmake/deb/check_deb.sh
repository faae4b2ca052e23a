#!/bin/sh
# SPDX-License-Identifier: MIT
# check_deb.sh SOURCE BUILD WORK: what cpack makes of BUILD. Two Debian packages that lintian finds no error in and apt
# takes, unpacked as on a machine, and a project that is built with them there; and the TGZ archive.
set -u
source=$1
build=$2
work=$3
bad=0

fail() {
  echo "check_deb: $*" >&2
  exit 1
}

complain() {
  echo "check_deb: $*" >&2
  bad=1
}

# quietly LOG COMMAND...: shows what it said only when it failed.
quietly() {
  log=$1
  shift
  "$@" >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    fail "failed: $*"
  }
}

for program in cpack file lintian dpkg-deb dpkg-shlibdeps apt-get; do
  command -v $program >/dev/null || fail "$program is missing, see the rows in bootstrap.sh: ./bootstrap.sh test"
done
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
quietly cpack.log cpack --config "$build/CPackConfig.cmake" -B "$work/packed"
version=$(sed -n 's/^project(CallSight VERSION \([0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")
arch=$(dpkg --print-architecture)
tool=packed/callsight_${version}_$arch.deb
stream=packed/callsight-stream_${version}_$arch.deb
archive=packed/callsight-$version-Linux.tar.gz
made=$(ls packed | grep -v '^_' | tr '\n' ' ')
[ "$made" = "callsight-$version-Linux.tar.gz callsight-stream_${version}_$arch.deb callsight_${version}_$arch.deb " ] ||
  complain "made: $made"

# Who needs what. The client runs on small machines: three libraries, and nothing of the other package.
names() {
  dpkg-deb -f "$1" Depends | tr ',' '\n' | sed 's/^ *//; s/ .*//' | sort | tr '\n' ' '
}
[ "$(names $tool)" = 'libc6 libdw1 libelf1 libjansson4 libssl3 libzstd1 universal-ctags zlib1g ' ] ||
  complain "callsight depends on $(names $tool)"
[ "$(names $stream)" = 'libc6 libssl3 libzstd1 ' ] || complain "callsight-stream depends on $(names $stream)"
for file in $tool $stream; do
  dpkg-deb -f $file Description | head -n 1 >>first-lines
done
[ "$(sort -u first-lines | wc -l)" -eq 2 ] || complain 'both packages have the same first line'
zgrep -q "^callsight ($version) " "$source/cmake/debian/changelog" || complain "the changelog does not begin with $version"

# Errors fail, warnings are shown. Nothing may be overridden.
lintian --allow-root --fail-on error --tag-display-limit 0 $tool $stream >lintian.log 2>&1 || complain 'lintian has errors'
cat lintian.log

for file in $tool $stream; do
  dpkg-deb -x $file root
  dpkg-deb -c $file | awk '!/^d/ { print $6 }' >>files
  dpkg-deb -c $file | awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rw[-x]r-[-x]r-[-x])$/' >>odd
done
[ -z "$(sort files | uniq -d)" ] || complain "in both packages: $(sort files | uniq -d)"
[ ! -s odd ] || complain "owner or mode: $(cat odd)"
outside=$(grep -vE '^\./usr/(bin|include/callsight|lib/cmake/CallSight|share)/' files)
[ -z "$outside" ] || complain "outside the folders of such a package: $outside"
! grep -q 'overrides' files || complain 'tags of lintian are overridden'
grep 'share/man' files | grep -v '\.gz$' && complain 'man pages that are not compressed'
for page in callsight callsight-analyze callsight-stream; do
  zcat "root/usr/share/man/man1/$page.1.gz" | grep -q '^\.TH CALLSIGHT' || complain "no man page $page"
done
for package in callsight callsight-stream; do
  grep -q 'Permission is hereby granted' "root/usr/share/doc/$package/copyright" || complain "$package: no copyright"
done
named=$(grep -rlaF -e "$source/" -e "$build/" root)
[ -z "$named" ] || complain "name the place where they were built: $named"

# apt takes them: dependencies are there, nothing conflicts. Only simulated, the machine stays as it is.
quietly apt.log apt-get -s install "./$tool" "./$stream"
[ "$(grep -c '^Inst callsight' apt.log)" -eq 2 ] || complain "apt would not install both: $(cat apt.log)"

# A project finds everything below /usr, and is traced.
quietly consumer.log cmake -S "$source/tests/cmake/deb/consumer" -B consumer -G Ninja -DCMAKE_BUILD_TYPE=Release \
  "-DCMAKE_PREFIX_PATH=$work/root/usr" -DCALLSIGHT_INSTRUMENT=ON
quietly consumer.log cmake --build consumer --target callsight-report device
grep -q "^CallSight_DIR:PATH=$work/root/usr/lib/cmake/CallSight$" consumer/CMakeCache.txt ||
  complain 'the project found another package'
for line in 'main +1 ' 'work +12 '; do
  grep -qE "^$line" consumer.log || complain "the report has no line '$line': $(cat consumer.log)"
done
consumer/device --version | grep -qx "callsight-stream $version" || complain 'the client of the device does not run'
makefile=$(PKG_CONFIG_PATH=root/usr/share/pkgconfig pkg-config --variable=make callsight)
[ -f "$makefile" ] || complain "pkg-config names '$makefile' for make"

# The archive has the same files, not compressed, below one folder.
tar -xzf "$archive"
(cd "callsight-$version-Linux" && find . -type f) | sed 's|^\./||; s|zsh/site-functions|zsh/vendor-completions|' |
  sort >archived
sed 's|^\./usr/||; /share\/doc/d; s|\(man1/.*\)\.gz|\1|' files | sort >packaged
diff packaged archived >difference || complain "the archive differs from the packages: $(cat difference)"
"callsight-$version-Linux/bin/callsight" --version | grep -qx "callsight $version" || complain 'callsight does not run'
[ $bad -eq 0 ] && rm -rf packed/_CPack_Packages
exit $bad
