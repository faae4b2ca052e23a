# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
try() {
  callsight select --plan plan
  echo "status $?"
}
try
: >plan; try
echo 'something else' >plan; try
printf 'callsight-plan\t3\n' >plan; try
printf 'callsight-plan\t2\nsorce\tx\n' >plan; try
printf 'callsight-plan\t2\nsource\t/a.c\t/a.rsp\tC\n' >plan; try
printf 'callsight-plan\t2\ntarget\tx\t\t\nsource\ta.c\t/a.rsp\tC\n' >plan; try
printf 'callsight-plan\t2\ntarget\tx\t\t\nsource\t/a.c\t/a.rsp\tFortran\n' >plan; try
printf 'callsight-plan\t2\ntarget\tx\t\n' >plan; try
printf 'callsight-plan\t2\nfolder\trelative\n' >plan; try
printf 'callsight-plan\t2\ntarget\tx\t/nonexistent/trace.config\t\n' >plan; try
printf 'callsight-plan\t2\nfolder\t/a\0b\n' >plan; try
