# SPDX-License-Identifier: MIT
# The newest of the older runs are named, the others counted.
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
  printf 'thread\nenter 2000 alpha\nexit 2010\n' |
    build-trace traces "name=app-$i-$i" "pid=$i" ppid=99 "start=$i"
done
callsight analyze | grep -e ' run'
