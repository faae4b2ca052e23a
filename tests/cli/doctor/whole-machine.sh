# SPDX-License-Identifier: MIT
# What is asked of every machine, in this order; the status; nothing is left behind.
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
echo 'int main(void) { return 0; }' >m.c
echo 'include-func main' >trace.config
callsight doctor --dir traces >out
echo "status $?"
sed 's/^[a-z]* *//; /^$/,$d; s/  .*//' out
tail -n 1 out | sed 's/[0-9]* ok/N ok/; s/[0-9]* to note/N to note/'
echo '-- the same as JSON'
TRACE_CLOCK=fast callsight doctor --dir traces --json >out
echo "status $?"
sed 's/"note":[0-9]*/"note":N/; s/"ok":[0-9]*/"ok":N/' out | grep -e '^{"schema' -e '^"' -e '"environment"'
grep -c '^{"health":"[a-z]*","group":"[a-z]*","what":"[A-Za-z. ]*","finding":"[^"]*","remedy":\(null\|"[^"]*"\)}' out
find . ! -name out ! -name m.c | sort
