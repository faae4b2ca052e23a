#!/bin/sh
# SPDX-License-Identifier: MIT
# streaming_guide.sh ROOT WORK BUILD: what docs/guide/streaming.md tells people to type, typed, on a small project, with
# this build installed. Addresses become a socket of the test's, and the name of the ring one of its own.
set -u
root=$1
work=$2
build=$3
guide=$root/docs/guide/streaming.md
rm -rf "$work"
mkdir -p "$work/project" || exit 1
cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" 2>&1 || {
  cat "$work/install.log" >&2
  exit 1
}
PATH=$work/prefix/bin:$PATH
LC_ALL=C
export PATH LC_ALL
ring=/callsight-guide-$$
trap 'rm -f "/dev/shm$ring"' EXIT

complain() {
  echo "$*" >&2
  [ ! -f "$work/output" ] || cat "$work/output" >&2
  exit 1
}

# block N: the Nth block of commands of the guide. Servers are remembered, to be ended.
block() {
  awk -v wanted="$1" '
    $0 == "```sh" { n++; inside = n == wanted; next }
    /^```/ { inside = 0 }
    inside' "$guide" |
    sed -e "s,127\.0\.0\.1:9001,unix:socket,; s,192\.0\.2\.7:9001,unix:socket,; s,0\.0\.0\.0:9001,unix:socket," \
      -e "s, /app , $ring ,; s,TRACE_SHM=/app ,TRACE_SHM=$ring ," \
      -e 's,^callsight serve &,callsight serve --listen unix:socket \&,' \
      -e 's,^\(callsight serve .*unix:socket[^&]*\)&*$,\1 \& server=$!,'
}

# typed NAME: the commands in NAME, and what reports them afterwards: 3 calls of twice.
typed() {
  {
    cat "$work/$1"
    # The last one in the background is the client; with run there is none.
    [ "$1" = run ] || echo 'wait $!'
    block 2
    echo 'kill $server; wait $server'
  } >"$work/commands"
  (cd "$work/project" && rm -rf traces && sh -e "$work/commands" >"$work/output" 2>&1) ||
    complain "$1: the commands fail: $(cat "$work/commands")"
  grep -q '^twice  *3 ' "$work/output" || complain "$1: the report does not say that twice ran 3 times"
  [ ! -e "/dev/shm$ring" ] || complain "$1: the ring is still there"
  [ -d "$work/project/traces/local" ] || complain "$1: the captures are not where the guide says"
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
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(own LANGUAGES C)
find_package(CallSight REQUIRED)
add_executable(app app.c)
callsight_instrument(app)
END
{
  cmake -B build-trace -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCALLSIGHT_INSTRUMENT=ON &&
    cmake --build build-trace
} >"$work/output" 2>&1 || complain 'the project cannot be built'
cp build-trace/app app

block 1 >"$work/three"
[ "$(wc -l <"$work/three")" -eq 3 ] || complain 'the quick start is not three commands'
typed three

# In one.
grep -q '`callsight run --stream 127.0.0.1:9001 -- build-trace/app`' "$guide" ||
  complain 'the guide does not say callsight run'
{
  echo 'callsight serve --listen unix:socket & server=$!'
  echo 'until [ -S socket ]; do sleep 0.05; done'
  echo 'callsight run --stream unix:socket -- build-trace/app'
} >"$work/run"
typed run

# With a key; blocks 3 and 4.
{
  block 3
  block 4
} >"$work/key"
grep -q -- '--make-key' "$work/key" && grep -q 'callsight-stream --key-file' "$work/key" ||
  complain 'the guide has no commands for a key'
if callsight-stream --key-file /nowhere /x unix:x 2>&1 | grep -q 'built without OpenSSL'; then
  echo 'left out: commands with a key, this build has no OpenSSL'
else
  typed key
fi
