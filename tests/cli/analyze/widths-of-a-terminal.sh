# SPDX-License-Identifier: MIT
# Names are shortened in their middle and columns left out; no line is longer than the terminal.
export TERM=xterm
build-trace traces hook_ns=2 name=app-7-1 <<'SCRIPT'
thread
name 2000 first_worker
enter 2000 alpha
enter 2100 beta
exit 2150
enter 2160 5555555550123456
exit 2170
exit 3000
marker 3000 2 1048576
thread
enter 2000 gamma_ray
enter 2100 7777777777123456
exit 902100
SCRIPT
for columns in 60 80 120; do
  on-terminal $columns 99 callsight analyze traces >"$columns"
  sed -n '/^clock/,$p' "$columns"
  sed '1,/^command/d' "$columns" | awk -v most=$columns 'length > most { print "too long: " $0 }'
  echo
done
COLUMNS=200 on-terminal 60 99 callsight analyze traces | sed -n '/^function/p'
callsight analyze traces | sed -n '/^function/p'
