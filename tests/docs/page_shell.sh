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

# Ends what the page has left in the background.
docs_end() {
  docs_last=$?
  trap - EXIT
  jobs -p >"$docs_work/jobs"
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

# docs_serve FILE WORD...: callsight serve with these words, on the socket FILE, and listening.
docs_serve() {
  docs_socket=$1
  shift
  callsight serve --listen "unix:$docs_socket" "$@" &
  until [ -S "$docs_socket" ]; do
    sleep 0.05
  done
}

# docs_await_threads PID COUNT: until so many threads of a process have recorded something.
docs_await_threads() {
  until callsight ctl "$1" status 2>&1 | grep "^  events .* of $2 threads"; do
    kill -0 "$1"
    sleep 0.1
  done
}

# docs_lacks PATTERN FILE: no line of FILE has PATTERN.
docs_lacks() {
  [ -f "$2" ] || return 2
  if grep -- "$1" "$2"; then
    return 1
  fi
}
