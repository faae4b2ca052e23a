# SPDX-License-Identifier: MIT
: >a
for words in '' a 'a a a' '--key self a a' '--threshold 5 a a' '--fail-over 1ms,x a a' \
  '--key calls --threshold 5ms a a' '--format csv a a'; do
  callsight diff $words
  echo "status $?"
done
callsight diff --help | sed -n '/--key/,/default/p'
