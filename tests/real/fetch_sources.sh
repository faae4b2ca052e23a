#!/bin/sh
# SPDX-License-Identifier: MIT
# Downloads Debian source packages and unpacks them.
#
#   fetch_sources.sh FOLDER AWK-SCRIPT PACKAGE...
#
# Afterwards FOLDER/src/PACKAGE is the unpacked source. What is there already is not fetched again.
# Where the packages come from is read from the machine's apt configuration, which is left as it is:
# lists, cache and configuration of this run are in FOLDER/apt.
set -u

folder=$1
script=$2
shift 2

fail() {
  echo "fetch_sources: $*" >&2
  exit 1
}

is_complete() {
  for package in "$@"; do
    [ -e "$folder/src/$package.complete" ] || return 1
  done
}

# The machine's settings (proxies, certificates, time outs) without the hooks that change files
# elsewhere, and with every folder that apt writes to in ours. APT_CONFIG is read before the parts.
make_configuration() {
  rm -rf "$folder/apt"
  mkdir -p "$folder/apt/parts" "$folder/apt/sources" "$folder/apt/state/lists/partial" \
    "$folder/apt/cache/archives/partial" || fail "cannot write in $folder"
  parts=
  eval "$(apt-config shell parts Dir::Etc::parts/d)"
  if [ -n "$parts" ]; then
    for part in "$parts"*; do
      [ ! -f "$part" ] || [ ! -r "$part" ] || cp "$part" "$folder/apt/parts/"
    done
  fi
  cat >"$folder/apt/parts/zz-private" <<EOF
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::State "$folder/apt/state/";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "$folder/apt/cache/";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$folder/apt/sources/";
EOF
  echo "Dir::Etc::parts \"$folder/apt/parts/\";" >"$folder/apt/apt.conf"
}

# Must run before APT_CONFIG is set: it reads the machine's configuration.
make_source_list() {
  list=
  lists=
  eval "$(apt-config shell list Dir::Etc::sourcelist/f lists Dir::Etc::sourceparts/d)"
  # shellcheck disable=SC2016 # these are apt's own variables
  own=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    sed -n 's/^Debian //p' | sort -u | tr '\n' ' ')
  for entry in "$list" "$lists"*.list; do
    [ ! -r "$entry" ] || awk -v format=list -v own="$own" -f "$script" "$entry"
  done >"$folder/apt/sources/debian.list"
  for entry in "$lists"*.sources; do
    [ ! -r "$entry" ] || awk -v format=deb822 -v own="$own" -f "$script" "$entry"
  done >"$folder/apt/sources/debian.sources"
  cat "$folder"/apt/sources/* | grep -q . ||
    fail 'apt of this machine has no entry of the Debian archive (is "apt-get update" still to be run?)'
}

# What apt said is shown only when it failed.
fail_apt() {
  tail -n 15 "$folder/apt/log" >&2
  fail "$1 failed: is there a network, and does the mirror carry source packages?"
}

source_of() {
  apt-get -q source --only-source --download-only "$1" >>"$folder/apt/log" 2>&1
}

# The newest version whose files are there: mirrors list some whose files they lack.
download_package() {
  : >"$folder/apt/log"
  ! source_of "$1" || return 0
  for version in $(apt-cache showsrc --only-source "$1" 2>>"$folder/apt/log" |
    sed -n 's/^Version: //p'); do
    ! source_of "$1=$version" || return 0
  done
  fail_apt "the download of $1"
}

download() {
  make_configuration
  make_source_list
  APT_CONFIG=$folder/apt/apt.conf
  export APT_CONFIG
  apt-get -q update >"$folder/apt/log" 2>&1 || fail_apt 'reading the list of source packages'
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
