# SPDX-License-Identifier: MIT
# A Unix socket belongs to its user. What a killed server left is replaced, and nothing else.
umask 000

start() {
  : >said
  callsight serve --listen unix:socket 2>>said &
  server=$!
  until grep -qs 'listening on' said; do
    kill -0 $server 2>/dev/null || break
    sleep 0.05
  done
}
end() {
  kill "$1" $server
  wait $server 2>/dev/null
}
refused() {
  callsight serve --listen unix:socket
  echo "status $?"
}

echo mine >socket
refused
cat socket
rm socket
ln -s elsewhere socket
refused
stat -c '%F' socket
rm socket

start
stat -c '%F %a' socket
refused
end -KILL
stat -c 'left behind: %F' socket
start
end -TERM
ls
