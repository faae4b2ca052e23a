# SPDX-License-Identifier: MIT
# Response files and selection keep their time of change, the stamp gets a new one. An edit changes
# the response file, also one that changes the lists behind it alone.
. "$CASE_FOLDER/lib/plan.sh"
printf 'int a(void) { return b(); }\nint b(void) { return 1; }\n' >a.c
printf 'int c(void) { return 1; }\n' >b.c
echo 'exclude-func b' >trace.config
new_plan GNU
target trace.config a.c b.c
build_step || exit
touch -d '2001-01-01' *.rsp *.specs selection deps stamp
touch -d '2002-01-01' mark
build_step || exit
echo "again:" $(find . -newer mark -name '*.rsp' -o -newer mark -name '*.specs' -o -newer mark -name 'selection' -o -newer mark -name stamp)
echo 'exclude-func a' >>trace.config
build_step || exit
echo "after an edit:" $(find . -newer mark \( -name '*.rsp' -o -name selection \) | sort)
