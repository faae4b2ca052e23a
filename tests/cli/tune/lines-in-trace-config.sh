# SPDX-License-Identifier: MIT
# --write: lines are added once, the rest is kept, with its line ends and its mode; a link stays one.
capture() {
  build-trace traces mode=count hook_ns=1 events_hook_ns=12.5 <<'SCRIPT'
slot 1
count alpha 1
count beta 700
count gamma_ray 100
SCRIPT
}
capture
show() {
  echo "-- $1"
  sed 's/\r$/<CR>/' "$1"
}
callsight tune --write new.config >/dev/null && show new.config
callsight tune --write new.config >/dev/null && cmp new.config new.config
printf 'include src\r\nexclude-func "beta"  # by hand' >old.config
chmod 640 old.config
ln -s old.config link.config
callsight tune -w link.config >/dev/null && show old.config
stat -c '%a %F' old.config link.config
: >empty.config
callsight tune -n 1 -w empty.config >/dev/null && show empty.config
callsight select --check-config old.config && echo 'old.config is right'
ls
