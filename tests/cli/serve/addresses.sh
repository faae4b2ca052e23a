# SPDX-License-Identifier: MIT
# Where other machines can reach it, it listens encrypted only, or with --insecure, and says what that means.

# listen OPTION...: until it listens; then what it has said before that, and whether it did.
listen() {
  : >said
  callsight serve --listen "$@" 2>>said &
  server=$!
  until grep -qs 'listening on' said; do
    kill -0 $server 2>/dev/null || break
    sleep 0.05
  done
  kill -TERM $server 2>/dev/null
  wait $server
  status=$?
  sed 's,: listening on [^ ,]*,: listens,' said
  echo "status $status"
}

for address in 0.0.0.0:0 '[::]:0' '[::ffff:0.0.0.0]:0' 192.0.2.1:0 '[2001:db8::1]:0'; do
  callsight serve --listen "$address"
  echo "status $?"
done
listen 127.0.0.1:0
listen 127.9.9.9:0
listen localhost:0
listen unix:socket
listen 0.0.0.0:0 --insecure
listen 127.0.0.1:0 --insecure
callsight serve --make-key key || exit 1
listen 0.0.0.0:0 --key-file key
callsight serve --listen 0.0.0.0:0 --key-file key --insecure
echo "status $?"
