# SPDX-License-Identifier: MIT
# What is edited behind the step's back is newer than its stamp: the next build runs the step again.
. "$CASE_FOLDER/lib/plan.sh"
cat >slow-ctags <<'EOF'
#!/bin/sh
sleep 0.1
echo 'exclude-func g' >>trace.config
exec ctags "$@"
EOF
chmod +x slow-ctags
printf 'int f(void) { return 1; }\nint g(void) { return 1; }\n' >a.c
echo 'include a.c' >trace.config
new_plan GNU
record ctags "$PWD/slow-ctags"
target trace.config a.c
build_step || exit
grep -c exclude trace.config
[ trace.config -nt stamp ] && echo 'the edit is newer'
build_step || exit
left_out
