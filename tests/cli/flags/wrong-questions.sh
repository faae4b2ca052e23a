# SPDX-License-Identifier: MIT
# One line each that names what is wrong.
echo 'int f(void) { return 1; }' >a.c
ask() {
  callsight flags "$@" >out
  echo "$?: $*" >&2
  cat out >&2
}
ask
ask a.txt
ask --each --link a.c
ask --for b.c a.c
ask --shared a.c
ask --name a/b a.c
ask --compiler no-such-compiler a.c
ask --from missing
ask --config missing a.c
echo 'exclude-fun f' >trace.config
ask --config trace.config a.c
ask "$(printf 'a\tb.c')"
