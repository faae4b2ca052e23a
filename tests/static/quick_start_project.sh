#!/bin/sh
# SPDX-License-Identifier: MIT
# quick_start_project.sh ROOT WORK BUILD: what README says about a project of one's own, word by
# word: its CMake lines and its commands, on a small project, with this build installed as <prefix>.
set -u
root=$1
work=$2
build=$3
rm -rf "$work"
mkdir -p "$work/project" || exit 1
cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" 2>&1 || {
  cat "$work/install.log" >&2
  exit 1
}

complain() {
  echo "$*" >&2
  [ ! -f "$work/output" ] || cat "$work/output" >&2
  exit 1
}

# block LANGUAGE N: the Nth code block of that language in README, <prefix> replaced.
block() {
  awk -v fence="\`\`\`$1" -v wanted="$2" '
    $0 == fence { n++; inside = n == wanted; next }
    /^```/ { inside = 0 }
    inside' "$root/README.md" | sed "s|<prefix>|$work/prefix|g"
}

expect_report() {
  grep -q '^function .* calls' "$work/output" || complain "$1: no report"
  grep -q '^twice  *3 ' "$work/output" || complain "$1: the report does not say that twice ran 3 times"
}

cd "$work/project" || exit 1
cat >app.c <<'END'
static int twice(int number)
{
	return 2 * number;
}

int main(void)
{
	volatile int sum = 0;

	for (int i = 0; i < 3; i++)
		sum += twice(i);
	return sum != 6;
}
END
plain='cmake_minimum_required(VERSION 3.22)
project(own LANGUAGES C)
add_executable(app app.c)'
block cmake 1 >"$work/lines"
grep -q '^callsight_instrument(app' "$work/lines" || complain 'README has no CMake lines'
{
  echo "$plain"
  cat "$work/lines"
} >CMakeLists.txt
block sh 2 >"$work/commands"
grep -q 'cmake --build' "$work/commands" || complain 'README has no commands for an own project'
sh -e "$work/commands" >"$work/output" 2>&1 || complain "README's commands for an own project fail"
expect_report 'own project'
grep -q '^main .*app\.c:' "$work/output" || complain 'main with its line is not in the report'

# A trace.config that appears beside the sources is followed by the same build.
echo 'exclude-func main' >trace.config
cmake --build build-trace --target callsight-report >"$work/output" 2>&1 ||
  complain 'the build with a trace.config fails'
expect_report 'trace.config'
grep -q '^main ' "$work/output" && complain 'trace.config was not followed'
rm trace.config

rm -rf build-trace
echo "$plain" >CMakeLists.txt
block sh 3 >"$work/commands"
grep -q 'CallSightInject' "$work/commands" || complain 'README has no command for injection'
echo 'cmake --build build-trace' >>"$work/commands"
case $(cmake --version) in
  *' 3.22.'* | *' 3.23.'*) sed -i 's/-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=/-DCMAKE_PROJECT_INCLUDE=/' "$work/commands" ;;
esac
sh -e "$work/commands" >"$work/output" 2>&1 || complain "README's commands for injection fail"
"$work/prefix/bin/callsight" run -- build-trace/app >"$work/output" 2>&1 ||
  complain 'callsight run fails'
expect_report 'injection'
