# SPDX-License-Identifier: MIT
# On a terminal a line below the others says what goes on; it is wiped before another one, and at the end.
# The lines of --status-json come at the same seconds, each before that of the terminal.
on-terminal 120 99 sh -c ': >seconds
  callsight serve --listen unix:socket --dir got --status-json >seconds &
  server=$!
  tries=0
  until [ "$(grep -c schema seconds)" -ge 3 ] || [ $tries -gt 1200 ]; do
    tries=$((tries + 1))
    sleep 0.05
  done
  kill -TERM $server
  wait $server' | tr '\033' '\n' | sed 's/^\[K//' | grep . | sort -u
