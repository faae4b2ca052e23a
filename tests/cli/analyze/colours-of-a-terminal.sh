# SPDX-License-Identifier: MIT
# Only on a terminal, and not against NO_COLOR.
build-trace traces name=app-7-1 <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
exit 2150
exit 3000
marker 3000 2 1048576
SCRIPT
styles() {
  tr '\033' '!' | grep '!' | sed 's/ *$//'
}
unset NO_COLOR
TERM=xterm on-terminal 120 99 callsight analyze traces | styles
echo none:
TERM=xterm NO_COLOR=1 on-terminal 120 99 callsight analyze traces | styles
TERM=dumb on-terminal 120 99 callsight analyze traces | styles
TERM=xterm callsight analyze traces | styles
TERM=xterm on-terminal 120 99 callsight analyze traces -o file
styles <file
