# SPDX-License-Identifier: MIT
# A personal option file that turns C off changes nothing.
. "$CASE_FOLDER/lib/plan.sh"
ctags=$(command -v ctags) && ctags --version | grep -q Universal || exit
mkdir -p home/.ctags.d
echo '--languages=-C' >home/.ctags.d/mine.ctags
HOME=$PWD/home
export HOME
printf 'int f(void) { return 1; }\nint g(void) { return 1; }\n' >a.c
echo 'exclude-func g' >trace.config
new_plan GNU
record ctags "$ctags"
target trace.config a.c
build_step || exit
left_out
