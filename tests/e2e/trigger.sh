#!/bin/sh
# SPDX-License-Identifier: MIT
# TRACE_TRIGGER: a call that takes longer writes one snapshot, which holds it, while other threads record at full
# speed; shorter ones write none. Names of C and C++, of static functions and of plug-ins; bounds; full disks; kills.
. "$1/common.sh"

cat > program.cpp <<'END'
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdexcept>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define CALL __attribute__((noinline))
static volatile int stop;
static volatile bool slow;
static unsigned long made[2][16];
static jmp_buf target;
BARE static void sleep_ms(int ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000L };
	nanosleep(&time, NULL);
}
CALL static void step() { __asm__ volatile("" ::: "memory"); }
CALL static void before() { step(); step(); step(); }
CALL static void after() { step(); }
/* The functions that are looked at. */
CALL static void work() { before(); if (slow) sleep_ms(250); }
namespace ns {
class Server {
public:
	CALL int handle(int n) const { before(); if (slow) sleep_ms(250); return n; }
	CALL Server() { if (slow) sleep_ms(250); __asm__ volatile("" ::: "memory"); }
};
template <typename T> CALL void templated(T) { if (slow) sleep_ms(250); }
}
namespace {
CALL void hidden() { if (slow) sleep_ms(250); }
}
CALL static void thrower() { before(); if (slow) sleep_ms(250); throw std::runtime_error("left"); }
CALL static void jumper() { before(); if (slow) sleep_ms(250); longjmp(target, 1); }
CALL static void nested() { work(); after(); }
BARE static void *spin(void *counter)
{
	while (!stop) {
		before();
		++*static_cast<unsigned long *>(counter);
	}
	return counter;
}
BARE static void call_plugin()
{
	void *plugin = dlopen("./plugin.so", RTLD_NOW);
	if (!plugin) {
		fprintf(stderr, "%s\n", dlerror());
		exit(9);
	}
	reinterpret_cast<void (*)(int)>(dlsym(plugin, "plugin_entry"))(slow ? 250 : 0);
}
/* In the child, and then in its parent. */
BARE static void forked()
{
	pid_t child = slow ? fork() : 0;
	if (child)
		waitpid(child, NULL, 0);
	work();
	if (slow && !child)
		_exit(0);
}
static void handler(int) { work(); }
/* Every descriptor is closed, and all numbers belong to a file of the program's. */
BARE static void close_all()
{
	int mine;
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
	mine = open("mine", O_RDWR | O_CREAT | O_TRUNC, 0600);
	for (int fd = 3; fd < 1024; fd++)
		dup2(mine, fd);
	for (int fd = 500; fd < 1024; fd++)
		close(fd);
}
BARE static void call(const char *what)
{
	if (strcmp(what, "forked") == 0)
		forked();
	if (strcmp(what, "closed") == 0) {
		if (slow)
			close_all();
		work();
	}
	if (strcmp(what, "handler") == 0) {
		signal(SIGUSR1, handler);
		raise(SIGUSR1);
	}
	if (strcmp(what, "work") == 0)
		work();
	else if (strcmp(what, "handle") == 0)
		ns::Server().handle(1);
	else if (strcmp(what, "templated") == 0)
		ns::templated(1);
	else if (strcmp(what, "hidden") == 0)
		hidden();
	else if (strcmp(what, "nested") == 0)
		nested();
	else if (strcmp(what, "plugin") == 0)
		call_plugin();
	else if (strcmp(what, "thrower") == 0) {
		try {
			thrower();
		} catch (const std::exception &) {
		}
	} else if (strcmp(what, "jumper") == 0) {
		if (!setjmp(target))
			jumper();
	}
}
/* program WHAT QUICK SLOW THREADS: so many quick calls, then slow ones, while threads spin. */
int main(int argc, char **argv)
{
	int quick = atoi(argv[2]), slow_calls = atoi(argv[3]), threads = atoi(argv[4]);
	pthread_t ids[2];
	for (int i = 0; i < threads; i++)
		pthread_create(&ids[i], NULL, spin, made[i]);
	for (int i = 0; i < quick; i++)
		call(argv[1]);
	while (argc > 5 && access("go", F_OK) != 0)
		sleep_ms(2);
	slow = true;
	for (int i = 0; i < slow_calls; i++)
		call(argv[1]);
	slow = false;
	after();
	for (int i = 0; i < 100 * threads && access("enough", F_OK) != 0; i++)
		sleep_ms(2);
	stop = 1;
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	printf("%lu\n", made[0][0] + made[1][0]);
	return 0;
}
END
cat > plugin.c <<'END'
#include <time.h>
__attribute__((noinline)) static void plugin_work(int ms)
{
	struct timespec time = { 0, ms * 1000000L };
	nanosleep(&time, NULL);
}
void plugin_entry(int ms);
void plugin_entry(int ms) { plugin_work(ms); __asm__ volatile("" ::: "memory"); }
END

# run NAME=VALUE... PROGRAM ARGUMENT...: with a ring of 4 MiB; its standard output in made, its words in said.
run() {
  rm -rf traces
  env TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=4 TRACE_MIN_FREE_MB=0 "$@" >made 2>said ||
    { cat said; fail "$what: status $?"; }
}
# snapshots N: so many there are.
snapshots() {
  found=$(ls -d traces/*/snapshot-* 2>/dev/null | wc -l)
  [ "$found" = "$1" ] || { cat said; ls traces/*; fail "$what: $found snapshots instead of $1"; }
}
# report FOLDER: as JSON in report, without damage.
report() {
  "$CALLSIGHT" analyze "$1" --format json >report 2>notes || { cat notes; fail "$what: analyze $1: $?"; }
}
value() {
  tr '{,}' '\n\n\n' < report | sed -n "s/^\"$1\":\(.*\)$/\1/p" | head -n 1
}
row() {
  tr '{' '\n' < report | sed -n "s/.*\"function\":\"$1\".*\"calls\":\([0-9]*\).*/\1/p"
}

for compiler in "$GXX" "$CLANGXX"; do
  for level in O0 O2; do
    "$GCC" $hook_flags -$level -shared -fPIC -o plugin.so plugin.c "$RT_MODULE" -Wl,--undefined=csr_module_anchor \
      -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit || fail "the plug-in does not compile"
    # A plug-in asks the program for the hooks.
    "$compiler" $hook_flags -rdynamic -$level program.cpp -o program $link_flags -Wl,--whole-archive "$RT_STATIC" \
      -Wl,--no-whole-archive "$RT_MODULE" -pthread -ldl || fail "the program does not compile"
    for case in "work work 1" "ns::Server::handle handle 1" "ns::Server::Server handle 1" \
      "ns::templated templated 1" "(anonymous+namespace)::hidden hidden 1" "plugin_work plugin 1" "thrower thrower 1" \
      "jumper jumper 1"; do
      name=${case%% *} rest=${case#* }
      kind=${rest% *}
      name=$(echo "$name" | tr + ' ')
      what="$compiler -$level, $name"
      run "TRACE_TRIGGER=$name>150ms" ./program $kind 300 1 0
      [ $kind = plugin ] || [ ! -s said ] || { cat said; fail "$what: words on stderr"; }
      snapshots 1
      report traces/*/snapshot-1
      expect "$what: unmatched" "$(value unmatched)" 0
      expect "$what: lost" "$(value lost)" 0
      grep -q "snapshot 1 of process .*: a call of $name took [0-9.]* ms" notes || { cat notes; fail "$what: no reason"; }
      last=${name##*::}
      case $kind in
      work) expect "$what: calls" "$(row 'work()')" 301 && expect "$what: steps" "$(row 'step()')" 903 &&
        expect "$what: open frames" "$(value open)" 1 && expect "$what: after" "$(row 'after()')" "" ;;
      handle) expect "$what: calls" "$(row 'ns::Server::handle(int) const')" $([ "$last" = handle ] && echo 301 || echo 300) ;;
      templated) expect "$what: calls" "$(row 'void ns::templated<int>(int)')" 301 ;;
      hidden) expect "$what: calls" "$(row '(anonymous namespace)::hidden()')" 301 ;;
      plugin) expect "$what: calls" "$(row plugin_work)" 301 ;;
      # Left without an exit: seen at the next hook, whose enter is not there yet.
      thrower) expect "$what: calls" "$(row 'thrower()')" 301 ;;
      jumper) expect "$what: calls" "$(row 'jumper()')" 301 ;;
      esac
      "$CALLSIGHT" analyze traces >notes 2>&1 || fail "$what: analyze of the run: $?"
      grep -q "snapshot traces/.*/snapshot-1: a call of $name took" notes || { cat notes; fail "$what: not listed"; }
      grep -q "^note *snapshots that threads of the program wrote: 1;" notes ||
        { cat notes; fail "$what: the writer's time is not said"; }
    done
  done
done

what="no call is long"
run "TRACE_TRIGGER=work>150ms" ./program work 1000 0 0
snapshots 0
what="others are long"
run "TRACE_TRIGGER=after>150ms" ./program work 10 2 0
snapshots 0
what="several, and one inside another: what a snapshot takes is not the outer call's time"
run "TRACE_TRIGGER=work>150ms,nested>450ms" TRACE_MAX_MB=300 ./program nested 2000000 2 0
snapshots 2
what="both are long"
run "TRACE_TRIGGER=work>150ms,nested>150ms" ./program nested 100 1 0
snapshots 2
what="a child of fork"
run "TRACE_TRIGGER=work>150ms" ./program forked 10 1 0
snapshots 2
expect "$what: folders" "$(ls -d traces/*/snapshot-1 | wc -l)" 2
what="a signal handler"
run "TRACE_TRIGGER=work>150ms" ./program handler 10 2 0
snapshots 2
what="descriptors that the program has taken"
run "TRACE_TRIGGER=work>150ms" ./program closed 10 1 0
snapshots 1
[ -f mine ] && [ ! -s mine ] || fail "$what: bytes in a file of the program's"
report traces/*/snapshot-1
expect "$what: calls" "$(row 'work()')" 11
what="TRACE_SNAPSHOTS"
run "TRACE_TRIGGER=work>150ms" TRACE_SNAPSHOTS=2 ./program work 10 5 0
snapshots 2
"$CALLSIGHT" analyze traces >notes 2>&1
grep -q "that were not written: 3" notes || { cat notes; fail "$what: not said"; }
run "TRACE_TRIGGER=work>150ms" TRACE_SNAPSHOTS=0 ./program work 10 1 0
snapshots 0

what="two threads at full speed"
run "TRACE_TRIGGER=work>150ms" ./program work 10 3 2
snapshots 3
for snapshot in traces/*/snapshot-*; do
  report "$snapshot"
  expect "$what: unmatched" "$(value unmatched)" 0
  expect "$what: lost" "$(value lost)" 0
  [ "$(row 'work()')" -ge 1 ] || { cat report; fail "$what: no call of work in $snapshot"; }
done
report traces
expect "$what: lost in the ring" "$(value lost)" 0
expect "$what: unmatched in the ring" "$(value unmatched)" 0

what="a ring that holds all: nothing is lost to a snapshot"
run "TRACE_TRIGGER=work>150ms" TRACE_MAX_MB=2000 ./program work 10 2 2
snapshots 2
report traces
expect "$what: calls" "$(row 'before()')" $(($(cat made) + 12))
expect "$what: steps" "$(row 'step()')" $((3 * ($(cat made) + 12) + 1))

# A program at fixed addresses that takes the address of a library's function: the library has that address, too.
cat > fixed.c <<'END'
#include <stdlib.h>
void in_library(int ms);
__attribute__((noinline)) static void call(void (*volatile taken)(int ms), int ms) { taken(ms); }
int main(int argc, char **argv)
{
	for (int i = 0; i < 100; i++)
		call(in_library, 0);
	call(in_library, argc > 1 ? atoi(argv[1]) : 0);
	return 0;
}
END
cat > library.c <<'END'
#include <time.h>
void in_library(int ms);
void in_library(int ms)
{
	struct timespec time = { 0, ms * 1000000L };
	nanosleep(&time, NULL);
}
END
"$GCC" $hook_flags -O2 -shared -fPIC -o library.so library.c "$RT_MODULE" -Wl,--undefined=csr_module_anchor \
  -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit || fail "the library does not compile"
"$GCC" $hook_flags -O2 -fno-pie -no-pie -rdynamic -o fixed fixed.c library.so $link_flags -Wl,--whole-archive "$RT_STATIC" \
  -Wl,--no-whole-archive "$RT_MODULE" -pthread -ldl -Wl,-rpath,. || fail "the fixed program does not compile"
what="address that a program takes"
run "TRACE_TRIGGER=in_library>150ms" ./fixed 250
snapshots 1
report traces/*/snapshot-1
expect "$what: calls" "$(row in_library)" 101

# What cannot be is said once.
what="unknown name"
run "TRACE_TRIGGER=nothing>1ms" ./program work 10 1 0
snapshots 0
expect "$what: words" "$(grep -c "no function 'nothing'" said)" 1
for bad in "work" "work>" "work>10" "work>10m" "work>x" ">10ms" "work>9999999999s"; do
  what="TRACE_TRIGGER='$bad'"
  run "TRACE_TRIGGER=$bad" ./program work 10 1 0
  snapshots 0
  expect "$what: lines" "$(grep -c "is not a list" said)" 1
done
what="a comma at the end"
run "TRACE_TRIGGER=work>10ms," ./program work 10 1 0
snapshots 1
expect "$what: words" "$(cat said)" ""
what="without wrap"
run "TRACE_TRIGGER=work>1ms" TRACE_FULL=stop ./program work 10 1 0
snapshots 0
expect "$what: words" "$(grep -c "needs TRACE_FULL=wrap" said)" 1
what="without call sites"
run "TRACE_TRIGGER=work>150ms" TRACE_CALLSITES=0 ./program work 10 1 0
snapshots 1
expect "$what: words" "$(grep -c "needs call sites" said)" 1
what="another clock"
run "TRACE_TRIGGER=work>150ms" TRACE_CLOCK=mono ./program work 10 1 0
snapshots 1
what="wide records"
run "TRACE_TRIGGER=work>150ms" TRACE_WIDE=1 ./program work 10 1 0
snapshots 1

what="TRACE_MIN_FREE_MB"
run "TRACE_TRIGGER=work>150ms" TRACE_MIN_FREE_MB=1 ./program work 10 1 0
snapshots 1

# start MEGABYTES QUICK: a program that waits for the file go, its folder in $folder.
start() {
  rm -rf traces go
  env TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=$1 TRACE_MIN_FREE_MB=0 "TRACE_TRIGGER=work>150ms" \
    ./program work $2 1 0 wait >made 2>said &
  process=$!
  i=0
  while [ $i -lt 500 ] && [ -z "$(ls traces/*/live.cst 2>/dev/null)" ]; do
    sleep 0.02
    i=$((i + 1))
  done
  sleep 0.1
  folder=$(ls -d traces/*/)
}
what="folder that was moved"
start 4 10
mv "$folder" traces/moved
touch go
wait $process || fail "$what: status $?"
[ ! -s said ] || { cat said; fail "$what: words on stderr"; }
"$CALLSIGHT" analyze traces >notes 2>&1 || { cat notes; fail "$what: analyze: $?"; }
grep -q "that were not written: 1; No such file or directory" notes || { cat notes; fail "$what: not said"; }

# Killed while a snapshot is written: what was recorded is there, and the half snapshot is said.
what="killed in a snapshot"
start 300 2500000
i=0
while [ $i -lt 500 ] && [ "$(ls -s --block-size=M "$folder"/live.cst | sed 's/M.*//')" -lt 200 ]; do
  sleep 0.02
  i=$((i + 1))
done
sleep 0.3
touch go
i=0
while [ $i -lt 1000 ] && [ -z "$(find "$folder/snapshot-1.part/blocks-0.0.cst" -size +1024k 2>/dev/null)" ]; do
  i=$((i + 1))
done
kill -9 $process
wait $process 2>/dev/null
[ -d "$folder/snapshot-1.part" ] || fail "$what: it came too late"
"$CALLSIGHT" analyze traces --format json >report 2>notes || { cat notes; fail "$what: analyze: $?"; }
expect "$what: calls" "$(row 'work()')" 2500001
grep -q "snapshot-1.part is not finished" notes || { cat notes; fail "$what: not said"; }
"$CALLSIGHT" analyze "$folder/snapshot-1.part" --format json >report 2>notes
status=$?
[ $status = 0 ] || [ $status = 3 ] || fail "$what: half a snapshot: status $status"
# Its last block may be cut, which is said.
[ -n "$(row 'work()')" ] || { cat notes report; fail "$what: half a snapshot"; }

# Where it cannot be written the program goes on, and the report says it.
# no_room FOLDER SIZE MIN-FREE-MB: a file system that holds a ring of 2 MiB, and no copy of it.
no_room() {
  mount_small "$1" "$2" "$what"
  trap 'umount "$work_folder"/small "$work_folder"/larger 2>/dev/null' EXIT
  run TRACE_MAX_MB=2 TRACE_MIN_FREE_MB=$3 "TRACE_DIR=$1/traces" "TRACE_TRIGGER=work>150ms" ./program work 100000 1 0
  "$CALLSIGHT" analyze "$1/traces" >notes 2>&1
  status=$?
  folders=$(ls -d "$1"/traces/*/snapshot-* 2>/dev/null)
  umount "$1"
  expect "$what: status of the report" $status 0
  expect "$what: folders" "$folders" ""
  grep -q "that were not written: [0-9]*; No space left on device" notes || { cat notes; fail "$what: not said"; }
}
what="full disk"
no_room small 3m 0
what="less than TRACE_MIN_FREE_MB would be left"
no_room larger 8m 5
exit 0
