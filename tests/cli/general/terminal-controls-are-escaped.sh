# SPDX-License-Identifier: MIT
# Whatever a capture, a source or a name on the command line holds: no command writes a control byte.
e=$(printf '\033[2J')
C1=$(printf '\302\233') # CSI as one character
none() {
  LC_ALL=C grep -n "$(printf '[\001-\010\013\014\016-\037\177]')" "$@" && echo "control bytes in $*"
  LC_ALL=C grep -n "$(printf '\302[\200-\237]')" "$@" && echo "C1 control characters in $*"
}
try() {
  "$@" >out 2>err
  status=$?
  none out err
  echo "status $status, $(cat out err | grep -c '\\x1b') lines with an escaped one: $1 $2" | tr -d '\033'
}

build-trace traces name="app$e-7-1" module="/nonexistent/m$e" <<'SCRIPT'
thread
enter 2000 0x401000
exit 2010
SCRIPT
folder=$(echo traces/*)
j='\u001b[2J'
cat >"$folder/process.json" <<JSON
{"schema":1,"exe":"/bin/a$j","cmdline":["a$j","$j$C1"],"cwd":"$j","pid":7,"ppid":1,"parent":"p$j","arch":"x$j",
"start":{"ticks":1000,"monotonic_ns":1000,"realtime_ns":1795972517000000000},"clock":{"source":"c$j","tick_hz":1e9},
"settings":{"mode":"m$j","full":"f$j","threads":"t$j"},"frames":"f$j","selection":"/nonexistent/s$j",
"snapshot":{"number":1,"reason":"r$j","function":"f$j"},
"imported":{"from":"from$j","version":2,"notes":["n$j"],"warnings":["w$j"],"damage":["d$j"]}}
JSON
printf 'load\t1\t0\t400000\t500000\t%s\t/nonexistent/\\x1bm\n%s\n' "$e" "$e" >"$folder/modules"
for format in text json csv folded; do
  try callsight analyze --format $format
done
try callsight info
try callsight dump

printf '{"schema":1,"exe":"%s' "$e" >"$folder/process.json"
try callsight analyze
try callsight info
try callsight analyze "nowhere$e"
try callsight analyze --format "$e"
try callsight "no$e"
try callsight diff "a$e" "b$e"
mv traces "traces$e"
try callsight info "traces$e"

printf 'enter 2000 0x1000\nexit 2010 0x1000\ncut 3\n' | build-old "old$e" "trace$e.bin"
try callsight analyze "old$e"
try callsight analyze --exe "old$e/trace$e.bin" "old$e"

mkdir src
printf 'include *\nnonsense%s x\n' "$e" >src/trace.config
try callsight select --check-config src/trace.config
printf 'int f%s(void) { return 1; }\nint main(void) { return f(); }\n' "$e" >"src/a$e.c"
try callsight select --function main --list "src/a$e.c"
