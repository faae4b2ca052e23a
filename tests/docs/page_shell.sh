# SPDX-License-Identifier: MIT
# The beginning of the script that run_page.sh makes of a page.
docs_line=0
docs_out=$docs_work/out.0

docs_fail() {
  echo "$docs_page:$docs_line: $*" >&2
  cat "$docs_out" "$docs_out.more" >&2 2>/dev/null || :
  docs_failed=1
  exit 1
}

# Ends what the page has left in the background. Not what has ended: its number may be another process's by now.
docs_end() {
  docs_last=$?
  trap - EXIT
  jobs -l >"$docs_work/jobs.all"
  sed -n 's/^\[[0-9]*\] *[-+]* *\([0-9][0-9]*\) *Running.*/\1/p' "$docs_work/jobs.all" >"$docs_work/jobs"
  while read -r docs_job; do
    kill "$docs_job" 2>/dev/null || :
    wait "$docs_job" 2>/dev/null || :
  done <"$docs_work/jobs"
  rm -f "/dev/shm$docs_ring"
  if [ $docs_last -ne 0 ] && [ -z "${docs_failed-}" ]; then
    echo "$docs_page:$docs_line: these commands fail, status $docs_last" >&2
    cat "$docs_out" "$docs_out.more" >&2 2>/dev/null || :
  fi
  exit $docs_last
}
trap docs_end EXIT

# docs_project FOLDER: goes on in a copy of FOLDER.
docs_project() {
  mkdir -p "$docs_work/projects"
  cp -R "$1" "$docs_work/projects/"
  cd "$docs_work/projects/$(basename "$1")"
}

docs_expect_status() {
  [ "$docs_status" -eq "$1" ] || docs_fail "status $docs_status, the page says $1"
}

# What can differ from run to run is made equal: times, rates, dates, process numbers.
docs_masked() {
  awk '
    /^          [^ ]/ && NR > 1 { sub(/^ +/, " "); last = last $0; next }
    NR > 1 { print last }
    { last = $0 }
    END { if (NR) print last }' "$1" | sed -E -f "$docs_work/masks"
}

# docs_compare N: each line that the page shows is one of those written, whatever the order.
docs_compare() {
  docs_masked "$docs_work/page.$1" | grep -v -x -F -e '...' -e '' >"$docs_work/shown" || :
  docs_masked "$docs_out" >"$docs_work/written"
  [ -s "$docs_work/shown" ] || docs_fail 'the page shows no line'
  if grep -v -x -F -f "$docs_work/written" "$docs_work/shown" >"$docs_work/missing"; then
    sed 's/^/not written: /' "$docs_work/missing" >&2
    docs_fail 'the page shows other output'
  fi
}

# docs_await WHAT COMMAND...: until the command succeeds. When it does not in a minute, the page fails.
docs_patience=1200
docs_await() {
  docs_awaited=$1
  shift
  docs_tries=0
  until "$@" >"$docs_work/tried" 2>&1; do
    docs_tries=$((docs_tries + 1))
    if [ $docs_tries -ge $docs_patience ]; then
      echo "waited in vain for $docs_awaited: $(cat "$docs_work/tried")" >&2
      exit 1
    fi
    sleep 0.05
  done
}

# docs_serve FILE WORD...: callsight serve with these words, listening on the socket FILE, which is there before.
docs_serve() {
  docs_socket=$1
  shift
  rm -f "$docs_work/served.$docs_socket"
  callsight serve --listen "unix:$docs_socket" "$@" >"$docs_work/served.$docs_socket" 2>&1 &
  docs_server=$!
  docs_await "callsight serve $*" grep 'listening on' "$docs_work/served.$docs_socket"
}

# docs_serve_and_end FILE WORD...: the same, and ends it by SIGTERM.
docs_serve_and_end() {
  docs_serve "$@"
  kill $docs_server
  wait $docs_server
}

# docs_await_threads PID COUNT: until so many threads of a process have recorded something.
docs_await_threads() {
  docs_await "$2 threads of process $1" docs_has_threads "$1" "$2"
}

docs_has_threads() {
  callsight ctl "$1" status >"$docs_work/status" && grep "^  events .* of $2 threads" "$docs_work/status"
}

# docs_await_turns PID: until a process has gone on, and slept, three times more.
docs_await_turns() {
  docs_turns=$(($(docs_turns_of "$1") + 3))
  docs_await "process $1 to go on" docs_has_turned "$1"
}

docs_turns_of() {
  cat "/proc/$1/task/"*/status | awk '/^voluntary/ { turns += $2 } END { print turns + 0 }'
}

docs_has_turned() {
  [ "$(docs_turns_of "$1")" -ge $docs_turns ]
}

# docs_follow WORD...: callsight analyze --follow with these words, and Ctrl-C when it has shown something.
docs_follow() {
  rm -f "$docs_work/followed"
  callsight analyze --follow "$@" >"$docs_work/followed" &
  docs_await 'callsight analyze --follow' [ -s "$docs_work/followed" ]
  kill -INT $!
  wait $!
  cat "$docs_work/followed"
}

# docs_stay WORD...: callsight-stream --stay with these words, and SIGTERM when the server that was started last has a
# whole process and the client knows that.
docs_stay() {
  callsight-stream --stay "$@" &
  docs_await 'a process to be received' grep 'is complete' "$docs_work/served.$docs_socket"
  docs_await_turns $docs_server
  docs_await_turns $!
  kill $!
  wait $!
}

# docs_lacks PATTERN FILE: no line of FILE has PATTERN.
docs_lacks() {
  [ -f "$2" ] || return 2
  if grep -- "$1" "$2"; then
    return 1
  fi
}
