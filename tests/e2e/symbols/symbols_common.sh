# SPDX-License-Identifier: MIT
# Read by the scripts of this folder after common.sh.

cp "$source_folder/symbols/program.c" "$source_folder/symbols/second.c" . || fail "no program"

# record COMPILER OUTPUT FLAG...: builds program.c and second.c apart and records a run into traces.
record() {
  record_compiler=$1 record_output=$2
  shift 2
  rm -rf traces
  for part in program second; do
    "$record_compiler" $hook_flags -O1 "$@" -c "$part.c" -o "$part.o" || fail "does not compile"
  done
  "$record_compiler" "$@" program.o second.o -o "$record_output" $link_flags "$RT_MODULE" \
    "$RT_STATIC" -pthread -ldl || fail "does not link"
  expect "$record_output: output" "$(TRACE_ENABLE=1 "./$record_output")" 6
}

# rows [OPTION...]: "function file:line" of each row of the report, sorted, in one line. What is said
# on stderr is left in the file said.
rows() {
  "$CALLSIGHT" analyze traces --format json "$@" 2> said |
    sed -n 's/^{"function":"\([^"]*\)",.*"file":\("[^"]*"\|null\),"line":\([0-9]*\),.*/\1 \2:\3/p' |
    sed 's, "[^"]*/\([^/"]*\)":, \1:,; s/null:0/-/' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'
}

# names_from [OPTION...]: what the report says of the program.
names_from() {
  "$CALLSIGHT" analyze traces --format json "$@" 2> said |
    sed -n 's/.*"path":"[^"]*\/program".*"names_from":"\([^"]*\)".*/\1/p'
}

build_id() {
  readelf -n "$1" 2> readelf.err | sed -n 's/.*Build ID: //p'
}

# id_path FILE SUFFIX: ".build-id/ab/cdef<suffix>"
id_path() {
  build_id "$1" | sed "s,^\(..\)\(.*\),.build-id/\1/\2${2-},"
}

# Without debug information the line is known to nobody.
whole='main program.c:11 second_one second.c:4 static_one program.c:5'
symbols_only='main - second_one - static_one -'

# check WHAT ROWS FROM [OPTION...]: the report's rows and where it says that they are from.
check() {
  check_what=$1 check_rows=$2 check_from=$3
  shift 3
  expect "$check_what: rows" "$(rows "$@")" "$check_rows"
  expect "$check_what: names from" "$(names_from "$@")" "$check_from"
}
