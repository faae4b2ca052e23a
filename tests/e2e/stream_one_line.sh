#!/bin/sh
# SPDX-License-Identifier: MIT
# The client by the one line of docs/guide/streaming.md, without and with TLS, as the installed sources lie. What was
# built without says so, and where it may not go.
. "$1/common.sh"
tree=$source_folder/../..
cp -R "$tree/stream/client" "$tree/stream/common" "$tree/stream/tls" "$tree/runtime/include" . || fail "no sources"
line=$(sed -n 's/^aarch64-linux-gnu-gcc \(.*client\/\*\.c.*\)$/\1/p' "$tree/docs/guide/streaming.md")
[ -n "$line" ] || fail "the page has no such line"
grep -q '`-DCALLSIGHT_TLS -Itls tls/\*.c`' "$tree/docs/guide/streaming.md" || fail "the page does not say how with TLS"

# said STATUS TEXT OPTION...: what the client that was built last answers.
said() {
  wanted=$1 text=$2
  shift 2
  ./callsight-stream "$@" > out 2> err
  expect "status of $*" $? "$wanted"
  grep -q -- "$text" err || fail "$*: $(cat err)"
}

for compiler in "$GCC" "$CLANG"; do
  # The patterns of the line are to be expanded.
  $compiler -Wall -Wextra -Werror $line || fail "$compiler: the line does not compile"
  said 2 '192.0.2.1:9001 is not on this machine, and this program was built without OpenSSL: .*ssh -L' \
    /one-line-$$ 192.0.2.1:9001
  said 3 'built without OpenSSL, so there is no TLS: let ssh -L carry the stream' \
    --key-file key /one-line-$$ 192.0.2.1:9001
  said 3 'no program has come in 1 s' --wait 1 /one-line-$$ 127.0.0.1:9001

  $compiler -Wall -Wextra -Werror -DCALLSIGHT_TLS -Itls tls/*.c $line -lssl -lcrypto ||
    fail "$compiler: the line does not compile with TLS"
  said 2 'a trace goes there encrypted only, with --key-file or --ca' /one-line-$$ 192.0.2.1:9001
  "$CALLSIGHT" serve --make-key key || fail "no key"
  said 3 'no program has come in 1 s' --wait 1 --key-file key /one-line-$$ 192.0.2.1:9001
  rm key
done
exit 0
