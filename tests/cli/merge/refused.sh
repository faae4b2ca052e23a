# SPDX-License-Identifier: MIT
# A process that would count twice, parts of two kinds, what is no part, and what needs the captures.
for n in 1 2; do
  build-trace traces name=app-$n-$n pid=$n start=179597251$n <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
  callsight analyze traces/app-$n-$n --partial $n.part
done
callsight analyze --all traces --partial both.part
callsight analyze traces/app-2-2 --partial filtered.part --min-duration 10ns 2>/dev/null
callsight analyze traces/app-1-1 traces/app-1-1
echo "status $?"
echo x >text
head -c 60 both.part >cut
for parts in '1.part 2.part 1.part' '2.part both.part' '1.part filtered.part' 'text' 'cut' 'missing' ''; do
  callsight merge $parts
  echo "status $?: $parts"
done
callsight merge --format html 1.part
echo "status $?"
callsight merge --format csv 1.part --partial x --output y
echo "status $?"
ls
