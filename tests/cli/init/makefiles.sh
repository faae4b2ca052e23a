# SPDX-License-Identifier: MIT
# The lines for a Makefile use its own words where it has some.
lines() {
  echo "-- $1"
  cat >"$1"
  callsight init | sed -n 's/^CALLSIGHT/&/p; s/^Paste/&/p; /already/p'
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
