# SPDX-License-Identifier: MIT
# What cannot be: operands, numbers that are none, a folder that is a file, a place where another server listens.
status() {
  "$@"
  echo "$?"
}
status callsight serve here
status callsight serve --max-mb much
status callsight serve --max-connections -1
status callsight serve --dir
: > file
status callsight serve --listen unix:socket --dir file
# until_it_listens FILE: for a minute at most.
until_it_listens() {
  tries=0
  until grep -qs listening "$1" || [ $tries -gt 1200 ]; do
    tries=$((tries + 1))
    sleep 0.05
  done
}
callsight serve --listen unix:socket --dir got 2> first.err &
until_it_listens first.err
status callsight serve --listen unix:socket --dir got
kill -TERM $!
wait $!
echo "$?"
head -n 1 first.err
# Nothing is left, and a file that a killed server left behind is no hindrance.
ls
callsight serve --listen unix:socket --dir got 2> second.err &
until_it_listens second.err
kill -9 $!
wait $! 2> killed.err
[ -S socket ] && echo 'left behind'
callsight serve --listen unix:socket --dir got 2> third.err &
until_it_listens third.err
kill -INT $!
wait $!
echo "$?"
# The last line of the status goes to a full disk.
callsight serve --listen unix:socket --dir got --status-json > /dev/full
echo "$?"
