#!/bin/sh
# SPDX-License-Identifier: MIT
# check_shell.sh SOURCE: every script is one for sh, and the rows of bootstrap.sh say what they have to. Tests do not run
# bootstrap.sh: they are run by it.
set -u
cd "$1" || exit 1
failed=0
complain() {
  echo "$*" >&2
  failed=1
}
for script in bootstrap.sh .ci/run $(find cmake tests -name '*.sh' -print); do
  said=$(sh -n "$script" 2>&1) || complain "$script: $said"
done

# From needs=' to the quote that ends it: package, check, command, purpose.
rows=$(sed -n "/^needs='\$/,/'/p" bootstrap.sh | sed '1d')
[ "$(echo "$rows" | tail -n 1)" = "'" ] || complain "bootstrap.sh: a quote in: $(echo "$rows" | tail -n 1)"
echo "$rows" | sed '$d' | grep -nvE '^[a-z0-9.+-]+ +(ctags|clang-rt|(prog|lib|head|file|so):[^ ]+) +(demo|test) +[^ ]' >&2 &&
  complain "bootstrap.sh: these rows are not <package> <check> demo|test <purpose>"
[ "$(echo "$rows" | wc -l)" -gt 40 ] || complain "bootstrap.sh: its rows were not found"
exit $failed
