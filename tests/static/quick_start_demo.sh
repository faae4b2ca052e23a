#!/bin/sh
# SPDX-License-Identifier: MIT
# quick_start_demo.sh ROOT WORK: what README says first, on a copy of the tree as a fresh clone has
# it: ./bootstrap.sh demo, twice. A test installs nothing: it fails where packages are missing.
set -u
root=$1
work=$2
rm -rf "$work"
mkdir -p "$work/tree" "$work/bin" || exit 1
(cd "$root" && tar -cf - --exclude=./build --exclude='./build-*' --exclude=./.git --exclude=./traces .) |
  tar -xf - -C "$work/tree" || exit 1

printf '#!/bin/sh\nexit 1\n' >"$work/bin/apt-get"
cp "$work/bin/apt-get" "$work/bin/sudo"
chmod +x "$work/bin/apt-get" "$work/bin/sudo"
PATH=$work/bin:$PATH
export PATH
cd "$work/tree" || exit 1

complain() {
  echo "$*" >&2
  cat "$work/output" "$work/errors" >&2
  exit 1
}

demo() {
  ./bootstrap.sh demo --yes </dev/null >"$work/output" 2>"$work/errors"
  status=$?
  [ $status -eq 0 ] || complain "./bootstrap.sh demo: status $status"
  for word in '^function .* calls' '^process_document ' '^main '; do
    grep -q "$word" "$work/output" || complain "the report of the demo has no line $word"
  done
}

demo
touch "$work/mark"
demo
find build -name '*.o' -newer "$work/mark" | grep -q . && complain 'the second run compiled again'
[ -z "$(find . -name traces -maxdepth 1)" ] || complain 'the demo left a folder traces behind'
exit 0
