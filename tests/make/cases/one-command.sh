# SPDX-License-Identifier: MIT
# Sources that one command compiles and links, in a folder with a blank and a quote in its name. The
# "thread" lines of trace.config reach the runtime. Afterwards a script does the same without make.
. "$(dirname "$0")/../lib.sh"
mkdir 'with blank' && cp -r "$root/tests/make/single/." 'with blank' && cd 'with blank' || fail copy
build
expect 'off' 'Makefile app main.c trace.config util.c util.h' "$(touch trace.config; echo *)"
build CALLSIGHT=1 -j2 callsight-run
expect 'calls' 'count:6 main:1 tick:6 work:1' "$(calls _callsight/captures/app/traces)"
build CALLSIGHT=1
expect 'a second time' '' "$(linked)"
printf 'exclude-func count\nthread no-such-name\n' >trace.config
build CALLSIGHT=1
expect 'an edit' 'app' "$(linked)"
build CALLSIGHT=1 callsight-run CALLSIGHT_RUN='env TRACE_THREADS=* ./app >out.txt'
expect 'a command with its own environment' 'main:1 tick:6 work:1' "$(calls _callsight/captures/run/traces)"
test -f out.txt || fail 'the output of the command'
"$make" MK="$mk" CALLSIGHT=1 callsight-report >../log 2>&1
grep -q 'nothing was recorded' ../log || fail 'it does not say that nothing was recorded'
! grep -q 'do its rules' ../log || fail 'it doubts rules that worked'
build

# The same steps as docs/reference/make.md has.
callsight flags --config trace.config --dir kept --compiler gcc --each main.c util.c >each || fail flags
"$make" -f "$mk" CALLSIGHT=1 CALLSIGHT_DIR=kept CC=gcc CALLSIGHT_CC= callsight-runtime || fail 'the runtime alone'
gcc -O2 -g -pthread -c @kept/flags/main.c.rsp main.c && gcc -O2 -g -c @kept/flags/util.c.rsp util.c || fail compile
$(callsight flags --launcher --dir kept) gcc -pthread -o app main.o util.o 2>said || fail link
expect 'words of the link' 'callsight link: app: hooks in 3 functions' "$(cat said)"
TRACE_THREADS='*' callsight run --no-report --dir traces -- ./app
expect 'calls of the script' 'main:1 tick:6 work:1' "$(calls traces)"
