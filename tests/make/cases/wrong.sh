# SPDX-License-Identifier: MIT
# What is wrong is said with tracing off as well, in one line that names the variable.
. "$(dirname "$0")/../lib.sh"
cp "$root"/tests/make/single/*.[ch] .
says() {
  if "$make" -f - MK="$mk" "$@" >log 2>&1 <<EOT
all: ; @echo built
$lines
include \$(MK)
EOT
  then
    fail "'$lines' is taken"
  fi
  grep -q -- "$message" log || fail "'$lines': expected '$message'"
}
lines='CALLSIGHT_PROGRAMS := app'
message='CALLSIGHT_SOURCES is empty, expected the C and C++ sources of app'
says
says CALLSIGHT=1
lines='CALLSIGHT_SOURCES := main.c'
message='CALLSIGHT_PROGRAMS is empty'
says
lines='CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.S'
message="no C or C++ source among 'main.S'"
says
lines='CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.c util.c
CALLSIGHT_OBJECTS := main.o'
message='CALLSIGHT_OBJECTS: 1 words, expected one for each of the 2 in CALLSIGHT_SOURCES'
says
lines='CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.c util.c'
message='no sources of the runtime in /nowhere'
says CALLSIGHT=1 CALLSIGHT_RUNTIME=/nowhere
message="tracing is off; say: .* CALLSIGHT=1 callsight-report"
says callsight-report
echo 'exclude-fun x' >trace.config
message='trace.config:1: error: unknown directive'
says CALLSIGHT=1 callsight-scan
rm trace.config
message="the compiler 'no-such-cc' does not run"
says CALLSIGHT=1 CC=no-such-cc callsight-scan
lines='app: main.c util.c ; gcc -pthread -o $@ $^
CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.c util.c'
message='do its rules compile and link by \$(CC) or \$(CXX)?'
says CALLSIGHT=1 callsight-run
lines='all: app
app: main.c ; $(CC) -o $@ $^
CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.c $(wildcard with*.c)'
touch 'with blank.c'
message="'with blank.c': make cannot hold names with blanks"
says
says CALLSIGHT=1
lines='CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.c with\ blank.c'
message="'with\\\\': make cannot hold names with blanks"
says
lines='CALLSIGHT_PROGRAMS := my\ app
CALLSIGHT_SOURCES := main.c'
message="'my\\\\': make cannot hold names with blanks"
says
lines='CALLSIGHT_PROGRAMS := libapp.la
CALLSIGHT_SOURCES := main.c
CALLSIGHT_OBJECTS := main.lo'
message='libtool puts its own words around the compiler'
says
lines='CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.c
CC := $(SHELL) ./libtool --mode=compile gcc'
says CALLSIGHT=1
lines='CALLSIGHT_PROGRAMS := app
CALLSIGHT_SOURCES := main.c
CALLSIGHT_LINKERS := CC LD'
message="CALLSIGHT_LINKERS: LD is 'ld', no compiler: link by \$(CC) or \$(CXX)"
says
message="CALLSIGHT_LINKERS: LD is '/opt/bin/arm-linux-ld -n', no compiler"
says LD='/opt/bin/arm-linux-ld -n'
message='expected 4.3 or newer'
says '.FEATURES=second-expansion target-specific'
