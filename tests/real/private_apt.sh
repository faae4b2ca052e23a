# SPDX-License-Identifier: MIT
# Read by scripts that download from Debian's archive: apt with a configuration of its own. Where packages come from is
# read from the machine's apt, which is left as it is: lists, cache and configuration are in $folder/apt.
#
# The script sets: folder, an absolute path; script, the path of debian_sources.awk. Its name begins what it complains.

fail() {
  echo "$(basename "$0" .sh): $*" >&2
  exit 1
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
  cat >"$folder/apt/parts/zz-private" <<END
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::State "$folder/apt/state/";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "$folder/apt/cache/";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$folder/apt/sources/";
Acquire::Retries "5";
Acquire::http::Timeout "60";
Acquire::https::Timeout "60";
END
  echo "Dir::Etc::parts \"$folder/apt/parts/\";" >"$folder/apt/apt.conf"
}

# make_source_list [SUITE]: entries for the machine's Debian archive, of source packages; with SUITE of the binary
# packages of that suite, such as backports. Must run before APT_CONFIG is set: it reads the machine's configuration.
make_source_list() {
  suite=${1-}
  list=
  lists=
  eval "$(apt-config shell list Dir::Etc::sourcelist/f lists Dir::Etc::sourceparts/d)"
  # shellcheck disable=SC2016 # these are apt's own variables
  own=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    sed -n 's/^Debian //p' | sort -u | tr '\n' ' ')
  for entry in "$list" "$lists"*.list; do
    [ ! -r "$entry" ] || awk -v format=list -v own="$own" -v suite="$suite" -f "$script" "$entry"
  done >"$folder/apt/sources/debian.list"
  for entry in "$lists"*.sources; do
    [ ! -r "$entry" ] || awk -v format=deb822 -v own="$own" -v suite="$suite" -f "$script" "$entry"
  done >"$folder/apt/sources/debian.sources"
  cat "$folder"/apt/sources/* | grep -q . ||
    fail 'apt of this machine has no entry of the Debian archive (is "apt-get update" still to be run?)'
}

# patiently COMMAND...: up to four times, with pauses: a mirror may fail for a while, or change while it is read.
patiently() {
  for pause in 10 30 60; do
    ! "$@" || return 0
    sleep $pause
  done
  "$@"
}

# Lists that could not be had are an error while there are tries left, and a warning at last: others may do.
update_lists() {
  patiently apt-get -q -o APT::Update::Error-Mode=any update >>"$folder/apt/log" 2>&1 ||
    apt-get -q update >>"$folder/apt/log" 2>&1
}

# What apt said is shown only when it failed.
fail_apt() {
  tail -n 15 "$folder/apt/log" >&2
  fail "$1 failed: is there a network, and does the mirror carry $2?"
}
