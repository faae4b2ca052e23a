# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
try() {
  callsight select --plan plan
  echo "status $?"
}
try
: >plan; try
echo 'something else' >plan; try
printf 'callsight-plan\t2\n' >plan; try
printf 'callsight-plan\t1\nsorce\tx\n' >plan; try
printf 'callsight-plan\t1\nsource\t/a.c\t/a.rsp\tC\n' >plan; try
printf 'callsight-plan\t1\ntarget\tx\t\nsource\ta.c\t/a.rsp\tC\n' >plan; try
printf 'callsight-plan\t1\ntarget\tx\t\nsource\t/a.c\t/a.rsp\tFortran\n' >plan; try
printf 'callsight-plan\t1\ntarget\tx\n' >plan; try
printf 'callsight-plan\t1\nfolder\trelative\n' >plan; try
printf 'callsight-plan\t1\ntarget\tx\t/nonexistent/trace.config\n' >plan; try
