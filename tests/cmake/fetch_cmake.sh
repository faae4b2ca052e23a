#!/bin/sh
# SPDX-License-Identifier: MIT
# Unpacks the newest CMake that Debian has for this release, which is that of its backports.
#
#   fetch_cmake.sh FOLDER REAL
#
# Afterwards FOLDER/root/usr/bin/cmake is it; the machine's own stays. What is there already is not fetched again. REAL is
# the folder tests/real of the tree: where Debian's archive is, is found as for its source packages.
set -u
folder=$1
script=$2/debian_sources.awk
. "$2/private_apt.sh"

if [ -e "$folder/complete" ]; then
  exit 0
fi
for program in apt-get apt-config dpkg-deb; do
  command -v $program >/dev/null 2>&1 || fail "$program is not here: this test needs Debian's apt"
done
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
[ -n "$codename" ] || fail '/etc/os-release has no VERSION_CODENAME'
mkdir -p "$folder" || fail "cannot write in $folder"
folder=$(cd -- "$folder" && pwd -P)
rm -rf "${folder:?}/root" "${folder:?}/download"
make_configuration
make_source_list "$codename-backports"
APT_CONFIG=$folder/apt/apt.conf
export APT_CONFIG
update_lists || fail_apt "reading the list of $codename-backports" 'that suite'
mkdir "$folder/download" && cd "$folder/download" || fail "cannot write in $folder"
# apt verifies the files against the signed list.
patiently apt-get -q download cmake cmake-data >>"$folder/apt/log" 2>&1 ||
  fail_apt 'the download of cmake' 'that suite'
for package in cmake_*.deb cmake-data_*.deb; do
  dpkg-deb -x "$package" "$folder/root" || fail "$package does not unpack"
done
"$folder/root/usr/bin/cmake" --version | head -n 1
lacks=$(ldd "$folder/root/usr/bin/cmake" | sed -n 's/ => not found//p')
[ -z "$lacks" ] || fail "this machine lacks libraries that it needs: $lacks"
: >"$folder/complete"
