# SPDX-License-Identifier: MIT
# Read by the scripts of this folder: sh SCRIPT SOURCE-FOLDER WORK-FOLDER, in namespaces (in_namespace.sh).
# The client connects to port 9000, the proxy's, which passes on to 9001, the server's. What each says is
# kept in the work folder as <name>.out and <name>.err.
set -u
source_folder=$1
work_folder=$2
rm -rf "$work_folder"
mkdir -p "$work_folder" && cd "$work_folder" || exit 1
ulimit -c 0
mount -t tmpfs -o size=256m tmpfs /dev/shm && ip link set lo up || exit 1
"$STREAM_TOTALS" made || exit 1
# NET_ENCRYPTED=1: start_server and start_client use a key.
encrypted=
if [ -n "${NET_ENCRYPTED-}" ]; then
  "$CALLSIGHT" serve --make-key key || exit 1
  encrypted="--key-file key"
fi

# All that runs is killed with the namespace.
fail() {
  echo "FAILED: $*" >&2
  for said in *.out *.err; do
    [ -s "$said" ] || continue
    echo "--- $said" >&2
    tail -n 25 "$said" >&2
  done
  exit 1
}

# wait_for WHAT COMMAND...: until it has status 0, for two minutes at least; else the test fails and says WHAT.
wait_for() {
  tries=2400 what=$1
  shift
  until "$@"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || fail "$what"
    sleep 0.05
  done
}

is_gone() {
  ! kill -0 "$1" 2> /dev/null
}

# ended PID WHAT: its status is in $status.
ended() {
  wait_for "$2 has not ended" is_gone "$1"
  wait "$1"
  status=$?
}

# expect_status PID WHAT STATUS
expect_status() {
  ended "$1" "$2"
  [ "$status" -eq "$3" ] || fail "$2 ended with status $status"
}

# is_listening PORT
is_listening() {
  grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf %04X "$1") [0-9A-F]*:0000 0A " /proc/net/tcp
}

# said FILE PATTERN: a line of it has the pattern.
said() {
  grep -q -- "$2" "$1"
}

# allow COUNT: threads of programs with 0 CALLS may make so many more.
allow() {
  "$STREAM_TOTALS" made allow "$1"
}

# end_programs 1|0: all of them end after the call that they make, and their children; or those to come do not.
end_programs() {
  "$STREAM_TOTALS" made over "$1"
}

# at_work PID: it has recorded something, so the client sees it in the ring.
at_work() {
  "$STREAM_TOTALS" made at-work "$1"
}

has_made() {
  "$STREAM_TOTALS" made hooks "$1"
}

# start_server [OPTION...]: sets $server.
start_server() {
  "$CALLSIGHT" serve --listen 127.0.0.1:9001 --dir received $encrypted "$@" >> server.out 2>> server.err &
  server=$!
  wait_for "the server does not listen" is_listening 9001
}

stop_server() {
  kill -TERM "$server"
  expect_status "$server" "the server" 0
}

# start_proxy [--order TEXT]...: sets $proxy.
start_proxy() {
  mkfifo proxy.orders
  exec 9<> proxy.orders
  "$TCP_PROXY" "$@" 9000 9001 <&9 > proxy.out 2> proxy.err &
  proxy=$!
  wait_for "the proxy does not listen" is_listening 9000
}

# order TEXT: the proxy has done it when this returns.
order() {
  orders_before=$(grep -c "^did $1\$" proxy.out)
  echo "$1" >&9
  wait_for "the proxy does not do: $1" is_done_after "$1" "$orders_before"
}

is_done_after() {
  [ "$(grep -c "^did $1\$" proxy.out)" -gt "$2" ]
}

# stop_proxy: the rest of its lines are in proxy.out then.
stop_proxy() {
  echo quit >&9
  expect_status "$proxy" "the proxy" 0
}

# start_client [OPTION...]: sets $client.
start_client() {
  "$CALLSIGHT_STREAM" $encrypted "$@" /net 127.0.0.1:9000 >> client.out 2>> client.err &
  client=$!
}

# start_load RING-BYTES ARG...: a traced program, see counted_load.c; sets $load.
start_load() {
  load_ring=$1
  shift
  TRACE_ENABLE=1 TRACE_DIR="$PWD/not-here" TRACE_SHM=/net TRACE_SHM_SIZE="$load_ring" \
    "$COUNTED_LOAD" "$PWD/made" "$@" >> load.out 2>> load.err &
  load=$!
}

# client_ends: it has delivered all and removed the object.
client_ends() {
  expect_status "$client" "the client" 0
  [ ! -e /dev/shm/net ] || fail "the client has not removed the object"
}

# expect_totals none|some|any [killed]: every hook that was made has arrived or is counted.
expect_totals() {
  [ ! -e not-here ] || fail "the program wrote files"
  [ ! -s load.err ] || fail "the program said something"
  "$CALLSIGHT" analyze received/127.0.0.1 --all --format json > report.json 2> report.err ||
    fail "the report: status $?"
  "$STREAM_TOTALS" made report.json "$@" || fail "totals"
}
