#!/bin/sh
# SPDX-License-Identifier: MIT
# run_page.sh ROOT WORK PREFIX BUILT SOURCES PAGE: types what a page tells people to type, in the order of the
# page, in one shell and one folder, against the CallSight installed in PREFIX, and compares what the
# page shows as output. BUILT has projects that are built already, SOURCES
# those that tests/real fetches. README.md here has the rules.
set -u
root=$1
work=$2
prefix=$3
built=$4
sources=$5
page=$6
here=$(dirname -- "$0")
rm -rf "$work"
mkdir -p "$work/home" "$work/empty" || exit 1
cp "$here/masks" "$work/masks" || exit 1
{
  cat "$here/page_shell.sh"
  awk -v page="$page" -v root="$root" -v work="$work" -v prefix="$prefix" -v built="$built" \
    -v sources="$sources" -f "$here/page_script.awk" "$root/$page" || exit 1
} >"$work/script" || exit 1

for name in $(env | sed -n 's/^\(\(TRACE\|CALLSIGHT\)_[A-Z_]*\)=.*/\1/p'); do
  unset "$name"
done
unset DASHBOARD_TEST_FROM_CTEST CTEST_INTERACTIVE_DEBUG_MODE # as by hand
export HOME="$work/home" PATH="$prefix/bin:$PATH" LC_ALL=C TZ=UTC CMAKE_GENERATOR=Ninja
export docs_page="$page" docs_work="$work" docs_prefix="$prefix"
. "$here/compiler_cache.sh"
use_compiler_cache "$built/../ccache"
export docs_ring="/callsight-docs-$$"
case $page in
  examples/*) cp -R "$root/$(dirname "$page")" "$work/example" && cd "$work/example" || exit 1 ;;
  *) cd "$work/empty" || exit 1 ;;
esac
exec sh -e "$work/script" </dev/null
