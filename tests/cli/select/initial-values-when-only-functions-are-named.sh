# SPDX-License-Identifier: MIT
# gcc makes functions for the initial values of a source: part of its file, but not of a call tree.
. "$CASE_FOLDER/lib/plan.sh"
cat >a.cpp <<'EOF'
extern int environment;
static int table = environment;
int run() { return table; }
EOF
try() {
  echo "-- $1"
  echo "$1" >trace.config
  new_plan GNU
  target trace.config a.cpp
  build_step || exit
  hooked g++ a.cpp lines
}
try 'include a.cpp'
try 'include-func run'
