# SPDX-License-Identifier: MIT
# The lines for a Makefile use its own words where it has some.
lines() {
  echo "-- $1"
  cat >"$1"
  callsight init | sed -n 's/^CALLSIGHT/&/p; s/^# It/&/p; s/^Paste/&/p; /already/p'
  rm "$1"
}
touch main.c util.cc more.c
lines Makefile <<'EOT'
SRCS = $(wildcard src/*.c)
OBJS := $(SRCS:src/%.c=obj/%.o) # where they go
all: app
app: $(OBJS) | obj
	$(CC) $(LDFLAGS) -o $@ \
	  $^
obj/%.o: src/%.c
	$(CC) -c -o $@ $<
.PHONY: all
EOT
lines GNUmakefile <<'EOT'
OUT = out
SOURCES := main.c \
  more.c
SOURCES += util.cc
OBJECTS = $(addprefix $(OUT)/,$(addsuffix .o,$(SOURCES)))
TARGET = $(OUT)/tool
$(TARGET): $(OBJECTS) libz.a
	${CXX} $(OBJECTS) -o $(TARGET) -lz
EOT
lines makefile <<'EOT'
CORE_O = more.o util.o
lua: main.o $(CORE_O)
	$(CC) -o $@ main.o $(CORE_O)
luac: more.o $(CORE_O)
	$(CC) -o $@ more.o $(CORE_O)
main.o: main.c more.h
EOT
lines Makefile <<'EOT'
SRC = main.c more.c
OBJ = $(SRC:.c=.o)
app: $(OBJ)
	$(CC) -o $@ $(OBJ)
app: OPTIONS = -O2
app32: $(SRC)
	$(CC) -m32 -o $@ $(SRC)
app: $(OBJ)
EOT
lines Makefile <<'EOT'
app: main.c more.c more.h
	gcc -O2 -o app main.c more.c
EOT
lines Makefile <<'EOT'
main: main.o more.o
EOT
lines Makefile <<'EOT'
all:
	./build.sh
EOT
lines Makefile <<'EOT'
app: main.o
include $(shell pkg-config --variable=make callsight)
EOT
# What a plain make builds; not the generator, the test beside it, or what is linked for others.
lines Makefile <<'EOT'
EXE =
PROGRAMS = app$(EXE) tool test_app
OBJS = $(APP_OBJS) util.o
APP_OBJS = main.o
.SUFFIXES: .c .o
default: $(PROGRAMS) libapp.a
app$(EXE): main.o libapp.a keywords.h
	$(CC) -o $@ main.o libapp.a
tool: more.o libtool.so.1 gen
	$(CC) -o $@ more.o
test_app: test.o libapp.a
	$(CC) -o $@ test.o libapp.a
libtool.so.1: lib.o
	$(CC) -shared -o $@ lib.o
libapp.a: $(OBJS)
	$(AR) rc $@ $(OBJS)
keywords.h: mkkeywords
	./mkkeywords >$@
mkkeywords: mkkeywords.o
	$(CC) -o $@ mkkeywords.o
gen: gen.o
	$(CC) -o $@ gen.o
app32: main.o
	$(CC) -m32 -o $@ main.o
windows:
	$(MAKE) CC="$(CC) -o app.exe"
EOT
# The default goal is for people to read: "all" is what there is to build.
lines Makefile <<'EOT'
help:
	@echo make all
all: app
check: fuzz
app: main.o
	$(CC) -o $@ main.o
fuzz: fuzz.o
	$(CC) -o $@ fuzz.o
EOT
# Only tests are tests all the same, and a long list is cut.
{
  echo 'all: test1 test2 $(MANY)'
  printf 'MANY ='
  for i in 3 4 5 6 7 8 9 10; do printf ' test%s' $i; done
  echo
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
    printf 'test%s: t%s.o\n\t$(CC) -o $@ t%s.o\n' $i $i $i
  done
} >many
lines Makefile <many
# Variables that multiply each other.
{
  last=X
  echo 'X = main.o'
  for name in A B C D E F G; do
    printf '%s =' $name
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do printf ' $(%s) $(%s)' $last $last; done
    echo
    last=$name
  done
  printf 'app: $(G)\n\t$(CC) -o $@ $(G)\n'
} >many
lines Makefile <many
