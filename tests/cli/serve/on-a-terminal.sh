# SPDX-License-Identifier: MIT
# On a terminal a line below the others says what goes on; it is wiped before another one, and at the end.
on-terminal 120 99 sh -c 'callsight serve --listen unix:socket --dir got &
  server=$!
  sleep 2.5
  kill -TERM $server
  wait $server' | tr '\033' '\n' | sed 's/^\[K//' | grep . | sort -u
