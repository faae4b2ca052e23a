#!/bin/sh
# SPDX-License-Identifier: MIT
# A thousand captures, read by four ranks of Open MPI and merged: in every format that needs no single
# calls the report of one process that reads them all, to the byte.
. "$1/common.sh"

cat > job.cpp <<'CPP'
#include <callsight/callsight.h>
#include <cstdlib>
#include <thread>
namespace job {
struct Step {
	int n;
	virtual ~Step() {}
	virtual int run() const { return n; }
};
struct Twice : Step {
	int run() const override { return 2 * n; }
};
template <class T> int all(const T &step, int times)
{
	int sum = 0;
	for (int i = 0; i < times; i++)
		sum += step.run();
	return sum;
}
int deep(int n) { return n ? deep(n - 1) + 1 : 0; }
}
int main(int, char **argv)
{
	int n = atoi(argv[1]);
	job::Step step{};
	job::Twice twice{};
	step.n = twice.n = n % 7;
	callsight_mark("begun");
	callsight_value("number", n);
	std::thread other([&] { job::all(twice, n % 5 + 1); });
	int sum = job::all(step, n % 11) + job::deep(n % 13);
	other.join();
	return sum < 0;
}
CPP
build "$GXX" program -O1 job.cpp
captures=1000 folders=40
n=0
while [ $n -lt $captures ]; do
  mode=events
  [ $((n % 10)) -ne 7 ] || mode=summary
  [ $((n % 50)) -ne 13 ] || mode=count
  TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=traces/$((n % folders)) ./program $n || fail "program $n"
  n=$((n + 1))
done
expect "captures" "$(ls traces/* | grep -c '^program-')" $captures

# As docs/guide/scale.md has it.
cat > part.sh <<'SH'
ls -d traces/* | awk "NR % $OMPI_COMM_WORLD_SIZE == $OMPI_COMM_WORLD_RANK" |
  "$CALLSIGHT" analyze --all --files-from - --partial parts/$OMPI_COMM_WORLD_RANK.part
SH
mkdir parts
mpirun --allow-run-as-root --oversubscribe -n 4 sh part.sh > mpi.out 2> mpi.err || fail "mpirun: $(cat mpi.err)"
expect "parts" "$(ls parts | tr '\n' ' ')" "0.part 1.part 2.part 3.part "

# same WHAT ONE OTHER
same() {
  cmp "$2" "$3" || fail "$1: the reports differ"
}
ls -d traces/* > list
for format in text json csv; do
  "$CALLSIGHT" analyze --all --files-from list --format $format > one.$format 2> one.err || fail "$format of all"
  "$CALLSIGHT" merge parts/*.part --format $format > merged 2> merged.err || fail "$format of parts"
  same $format one.$format merged
  sed 's/^callsight merge:/callsight analyze:/' merged.err | cmp - one.err || fail "$format: other notes"
done
# Other orders, and groups of groups.
"$CALLSIGHT" merge --partial left parts/3.part parts/0.part 2> /dev/null || fail "merge of two"
"$CALLSIGHT" merge --partial right parts/1.part left 2> /dev/null || fail "merge of a merge"
"$CALLSIGHT" merge parts/2.part right --format json 2> /dev/null > merged
same "in groups" one.json merged
"$CALLSIGHT" merge parts/2.part right --partial all 2> /dev/null
"$CALLSIGHT" analyze --all --files-from list --partial whole 2> /dev/null
same "a part of everything" whole all

# Stacks are in captures of events only.
ls -d traces/*/* | while read -r folder; do
  grep -q '"mode": *"events"' "$folder/process.json" && echo "$folder"
done > events
expect "captures of events" "$(grep -c . events)" 880
split -n r/3 events group.
for group in group.a?; do
  "$CALLSIGHT" analyze --all --files-from $group --partial $group.part 2> /dev/null || fail "$group"
done
for format in folded tree callers callgrind pprof; do
  "$CALLSIGHT" analyze --all --files-from events --format $format > one 2> /dev/null || fail "$format of all"
  "$CALLSIGHT" merge group.ac.part group.aa.part group.ab.part --format $format > merged 2> /dev/null ||
    fail "$format of parts"
  [ -s one ] || fail "$format is empty"
  same $format one merged
done

# What the program did, as its source says.
sum() {
  n=0 total=0
  while [ $n -lt $captures ]; do
    total=$((total + $1))
    n=$((n + 1))
  done
  echo $total
}
json_calls() {
  tr '{' '\n' < one.json | sed -n "s/^\"function\":\"$1\".*\"calls\":\([0-9]*\).*/\1/p"
}
expect "calls of main" "$(json_calls main)" $captures
expect "calls of deep" "$(json_calls 'job::deep(int)')" "$(sum 'n % 13 + 1')"
expect "calls of Twice::run" "$(json_calls 'job::Twice::run() const')" "$(sum 'n % 5 + 1')"
expect "processes" "$(tr '{' '\n' < one.json | grep -c '^"pid":[0-9]*,"ppid"')" $captures
