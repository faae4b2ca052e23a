# SPDX-License-Identifier: MIT
# The plan of all sources, and one more for a target with generated sources, which alone knows all of
# that target. Nothing is written.
. "$CASE_FOLDER/../select/lib/plan.sh"
mkdir -p b/_callsight/select/generated
printf 'int a(void)\n{\n  return 1;\n}\n' >a.c
printf 'int gen(void)\n{\n  return 1;\n}\n' >gen.c
printf 'include-func a\n' >one.config
printf 'exclude-func gen\nexclude-func lost\n' >two.config
new_plan GNU
record target one "$PWD/one.config" "$PWD/one.selection"
record source "$PWD/a.c" "$PWD/one.rsp" C
record target two "$PWD/two.config" ''
record source "$PWD/a.c" "$PWD/two.rsp" C
mv plan b/_callsight/select/sources.plan
new_plan GNU
record target one "$PWD/one.config" ''
record source "$PWD/a.c" '' C
record target two "$PWD/two.config" "$PWD/two.selection"
record source "$PWD/a.c" '' C
record source "$PWD/gen.c" "$PWD/gen.rsp" C
mv plan b/_callsight/select/generated/two.plan
find . -type f ! -name before | sort >before
callsight scan b
echo '-- one of the targets, from its folder'
cd b || exit
callsight scan --target one
cd ..
find . -type f ! -name before | sort | diff before -
