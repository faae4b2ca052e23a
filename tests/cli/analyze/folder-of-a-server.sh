# SPDX-License-Identifier: MIT
# What callsight serve received: the newest run of all peers, the others in a line each; --all merges; a peer alone.
received() {
  mkdir -p "got/$1"
  printf 'thread\nenter 2000 %s\nexit 2010\n' "$3" | build-trace "got/$1" "name=$2" "pid=7" "start=$4"
  printf '{"schema":1,"key":"k","name":"%s","peer":"%s","state":"%s","byte_order":"little","blocks":1}\n' \
    "$2" "$1" "$5" >"got/$1/$2/stream.json"
}
received 10.0.0.1 app-7-100 alpha 100 ended
received 10.0.0.1 app-7-300 beta 300 interrupted
received 10.0.0.2 app-7-200 gamma_ray 200 ended
numbers() {
  callsight analyze "$@" --columns calls,function --top 0 2>&1 |
    grep -e alpha -e beta -e gamma -e ' run' -e 'earlier client' -e stream -e 'calls)'
}
echo 'the newest'
numbers got
echo 'all'
numbers got --all
echo 'one peer'
numbers got/10.0.0.2
numbers got/10.0.0.1
echo 'one capture'
numbers got/10.0.0.1/app-7-100

# Peers without a capture.
mkdir -p empty/10.0.0.3
callsight analyze empty 2>&1
echo "status $?"
callsight analyze empty/10.0.0.3 2>&1
echo "status $?"

# Of an earlier client: the newest capture, or one of the others.
old() {
  printf 'enter 2000 %s\nexit 2400 %s\n' "$2" "$2" | build-old "$1" trace.0.0.0.bin pid=0
  printf '{"schema":1,"protocol":"TKSTREAM","peer":"10.0.0.4","state":"ended","events":2,"dropped_events":9}\n' \
    >"$1/stream.json"
}
mkdir -p got/10.0.0.4
old got/10.0.0.4/old-1-1 alpha
echo 'an earlier client that is older'
numbers got
old got/10.0.0.4/old-2000000000-1 beta
old got/10.0.0.4/old-2000000000-2 gamma_ray
echo 'and newer'
numbers got
numbers got --all
numbers got/10.0.0.4
callsight info got | grep -e ^process -e ^earlier -e stream
# One that is being received, or whose server was killed: its file was written when it came.
received 10.0.0.5 app-7-400 alpha 400 open
callsight info got/10.0.0.5 | grep -e "^  stream"
