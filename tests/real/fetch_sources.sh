#!/bin/sh
# SPDX-License-Identifier: MIT
# Downloads Debian source packages and unpacks them.
#
#   fetch_sources.sh FOLDER AWK-SCRIPT PACKAGE...
#
# Afterwards FOLDER/src/PACKAGE is the unpacked source. What is there already is not fetched again.
# Where they come from: private_apt.sh.
set -u

folder=$1
script=$2
shift 2
. "$(dirname "$0")/private_apt.sh"

is_complete() {
  for package in "$@"; do
    [ -e "$folder/src/$package.complete" ] || return 1
  done
}

source_of() {
  apt-get -q source --only-source --download-only "$1" >>"$folder/apt/log" 2>&1
}

# The newest version whose files are there: mirrors list some whose files they lack.
newest_source_of() {
  : >"$folder/apt/log"
  ! source_of "$1" || return 0
  for version in $(apt-cache showsrc --only-source "$1" 2>>"$folder/apt/log" |
    sed -n 's/^Version: //p'); do
    ! source_of "$1=$version" || return 0
  done
  return 1
}

download_package() {
  patiently newest_source_of "$1" || fail_apt "the download of $1" 'source packages'
}

download() {
  make_configuration
  make_source_list
  APT_CONFIG=$folder/apt/apt.conf
  export APT_CONFIG
  update_lists || fail_apt 'reading the list of source packages' 'source packages'
  if ! mkdir -p "$folder/download" || ! cd "$folder/download"; then
    fail "cannot write in $folder"
  fi
  for package in "$@"; do
    download_package "$package"
  done
}

unpack() {
  rm -rf "${folder:?}/src/$1"
  # apt has verified the files against the signed lists.
  dpkg-source --no-check --no-copy -x "$folder/download/${1}_"*.dsc "$folder/src/$1" \
    >"$folder/src/$1.log" 2>&1 || {
    tail -n 15 "$folder/src/$1.log" >&2
    fail "$1 does not unpack"
  }
  : >"$folder/src/$1.complete"
}

if is_complete "$@"; then
  exit 0
fi
for program in apt-get apt-config dpkg-source; do
  command -v $program >/dev/null 2>&1 || fail "$program is not here: these tests need Debian's apt"
done
mkdir -p "$folder/src" || fail "cannot write in $folder"
folder=$(cd -- "$folder" && pwd -P)
rm -rf "${folder:?}/download"
download "$@"
for package in "$@"; do
  unpack "$package"
done
