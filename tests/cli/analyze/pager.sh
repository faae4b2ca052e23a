# SPDX-License-Identifier: MIT
# A report that is longer than the terminal goes through $PAGER; the exit status stays.
export TERM=xterm
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
build-trace damaged <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
block partial
SCRIPT
truncate -s 100 damaged/*/live.cst

# How the pager was used: it says so in front, unless it is not used.
export PAGER='sed "s/^program.*/paged/;2,\$d"'
echo long; on-terminal 80 5 callsight analyze traces
echo fits; on-terminal 80 50 callsight analyze traces | sed -n '1{s/ .*//;p}'
rows=$(on-terminal 200 50 callsight analyze traces | wc -l)
echo exactly; on-terminal 200 "$((rows + 1))" callsight analyze traces | sed -n '1{s/ .*//;p}'
echo one more; on-terminal 200 "$rows" callsight analyze traces | sed -n '1{s/ .*//;p}'
echo not wanted; on-terminal 80 5 callsight analyze --no-pager traces | sed -n '1{s/ .*//;p}'
echo NO_PAGER; NO_PAGER=1 on-terminal 80 5 callsight analyze traces | sed -n '1{s/ .*//;p}'
echo dumb; TERM=dumb on-terminal 80 5 callsight analyze traces | sed -n '1{s/ .*//;p}'
echo empty; PAGER='' on-terminal 80 5 callsight analyze traces | sed -n '1{s/ .*//;p}'
echo no terminal; callsight analyze traces | sed -n '1{s/ .*//;p}'
echo to a file; on-terminal 80 5 callsight analyze traces -o file; sed -n '1{s/ .*//;p}' file

PAGER=true on-terminal 80 5 callsight analyze traces
echo "left early: $?"
PAGER='exit 9' on-terminal 80 5 callsight analyze traces
echo "failed: $?"
PAGER='cat >/dev/null' on-terminal 80 5 callsight analyze damaged
echo "damaged: $?"
PAGER=true on-terminal 80 2 callsight analyze --format calls traces
echo "left early: $?"
