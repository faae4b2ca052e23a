#!/bin/sh
# SPDX-License-Identifier: MIT
# What docs/reference/security.md shows, as it is shown: a key, certificates. And who is kept out: a client without
# encryption, with another key, with another authority, and a server that is another one.
. "$1/common.sh"
page=$source_folder/../../docs/reference/security.md
PATH=$(dirname "$CALLSIGHT"):$(dirname "$CALLSIGHT_STREAM"):$PATH
# An address that is not loopback, under the name that the page uses.
ip address add 192.0.2.1/32 dev lo || fail "no second address"
{
  echo '127.0.0.1 localhost'
  echo '192.0.2.1 server'
} > hosts
mount --bind hosts /etc/hosts || fail "names cannot be given"

# show HEADING NUMBER: the commands of the page's block below this heading; the last takes the shell's place.
show() {
  awk -v heading="## $1" -v number="$2" '
    /^## / { is_there = $0 == heading }
    /^```/ { is_open = !is_open && /^```sh/ && is_there; count += is_open; next }
    is_open && count == number
  ' "$page" | sed -e :a -e '/\\$/{N; ba' -e '}' -e '$s/^/exec /' -e 's,/name,/net,' > "shown.$2"
  [ -s "shown.$2" ] || fail "the page shows nothing below $1, $2"
}

# serve_shown HEADING: as the page starts it, with captures in received/.
serve_shown() {
  show "$1" 1
  sed 's/^\(exec callsight serve\)/\1 --dir received/' shown.1 > serve.sh
  sh serve.sh >> server.out 2>> server.err &
  server=$!
  wait_for "the server does not listen" is_listening 9001
}

client_shown() {
  show "$1" 2
  sh shown.2 >> client.out 2>> client.err &
  client=$!
}

# carried HEADING: a program's trace goes as the page shows, and arrives whole.
carried() {
  serve_shown "$1"
  client_shown "$1"
  "$STREAM_TOTALS" made || fail "no counter"
  start_load 4194304 2 20000 0
  expect_status "$load" "the program" 0
  client_ends
  stop_server
  # Of where the page's client comes from.
  [ -d received/192.0.2.1 ] && mv received/192.0.2.1 received/127.0.0.1
  expect_totals none
  rm -rf received
}

# A ring with a trace in it, for clients that are refused.
full_ring() {
  "$STREAM_TOTALS" made || fail "no counter"
  start_load 4194304 1 20000 0
  expect_status "$load" "the program" 0
  [ -e /dev/shm/net ] || fail "there is no ring"
}

# tried PATTERN CLIENT-OPTION... ADDRESS: a client says PATTERN, and goes on trying; it is ended.
tried() {
  pattern=$1
  shift
  : > tried.err
  "$CALLSIGHT_STREAM" "$@" > tried.out 2>> tried.err &
  client=$!
  wait_for "no client says: $pattern" said tried.err "$pattern"
  kill -TERM $client
  ended $client "the client"
}

carried 'With a pre-shared key'
carried 'With certificates'

# serve OPTION...: where other machines can reach it, and nobody has sent anything yet.
serve() {
  rm -rf received
  "$CALLSIGHT" serve --listen 0.0.0.0:9001 --dir received "$@" >> server.out 2>> server.err &
  server=$!
  wait_for "the server does not listen" is_listening 9001
}

# delivered CLIENT-OPTION...: what lies in the ring arrives whole, whoever was refused before.
delivered() {
  [ -z "$(find received -type f)" ] || fail "something was received before: $(find received)"
  start_client_to server:9001 "$@"
  client_ends
  stop_server
  mv received/192.0.2.1 received/127.0.0.1
  expect_totals none
}

start_client_to() {
  to=$1
  shift
  "$CALLSIGHT_STREAM" "$@" /net "$to" >> client.out 2>> client.err &
  client=$!
}

# refused TEXT OPTION...: the client says so at once, status 2, without a ring.
refused() {
  text=$1
  shift
  timeout 120 "$CALLSIGHT_STREAM" "$@" > refused.out 2> refused.err
  [ $? -eq 2 ] || fail "$*: it is not refused"
  said refused.err "$text" || fail "$*: it is not said why"
}
refused 'server:9001 is not on this machine: a trace goes there encrypted only' /net server:9001
refused '--insecure contradicts --key-file' --insecure --key-file callsight.key /net server:9001
refused 'a client needs --key-file, or --ca' --cert server.crt --key server.pem /net server:9001

# With a key: without one, with another one, with the same identity for another key, with a certificate.
full_ring
serve --key-file callsight.key
tried 'does it want --key-file or --ca?' --insecure /net server:9001
wait_for "the server does not say why" said server.err 'the other side does not speak TLS'
"$CALLSIGHT" serve --make-key other.key || fail "no key"
tried 'do both sides have the same key?' --key-file other.key /net server:9001
wait_for "the server does not say whose key it was" \
  said server.err "the key is another one, \"$(sed 's/:.*//' other.key)\""
sed 's/:.*//' callsight.key | tr -d '\n' > third.key
sed 's/.*:/:/' other.key >> third.key
chmod 600 third.key
tried 'do both sides have the same key?' --key-file third.key /net server:9001
tried 'TLS handshake' --ca server.crt /net server:9001
delivered --key-file callsight.key
said server.err 'listening on 0.0.0.0:9001 (TLS 1.3)' && said client.err 'connected to server:9001 (TLS 1.3)' ||
  fail "they do not say that it is encrypted"

# With certificates: another name, another authority, none although the server asks for one.
full_ring
serve --cert server.crt --key server.pem --ca server.crt
tried 'its certificate is refused: hostname mismatch' --ca server.crt /net server:9001
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=other \
  -addext subjectAltName=DNS:server -keyout other.pem -out other.crt 2> openssl.err ||
  fail "no certificate: $(cat openssl.err)"
tried 'its certificate is refused' --ca other.crt /net localhost:9001
tried 'certificate required' --ca server.crt /net localhost:9001
tried 'unknown ca' --ca server.crt --cert other.crt --key other.pem /net localhost:9001
stop_server
serve --cert other.crt --key other.pem --ca server.crt
delivered --ca other.crt --cert server.crt --key server.pem

# Without anything: both say what that means.
full_ring
serve --insecure
delivered --insecure
said server.err '--insecure: whoever reaches 0.0.0.0:9001 can write captures here' || fail "serve is silent"
said client.err '--insecure: who is on the way to server:9001' || fail "the client is silent"
exit 0
