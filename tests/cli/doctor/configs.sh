# SPDX-License-Identifier: MIT
# trace.config is compared with the sources beside it, or with those of a build folder.
asked() {
  callsight doctor --cc true "$@" | grep '^.\{8\}trace.config'
}
printf 'int f(void)\n{\n  return 1;\n}\nint main(void)\n{\n  return f();\n}\n' >m.c
echo '-- none here'
asked
echo '-- everything is named, nothing is, one line is wrong, there is no such file'
echo 'exclude-func f' >trace.config
asked
printf 'exclude-func f\n\nexclude lib/*\ninclude-func g 2\n' >trace.config
asked
printf 'exclude-func f\nexclude-funk g\n' >trace.config
asked
asked --config nowhere
echo '-- nothing is selected'
echo 'exclude m.c' >none.config
asked --config none.config
echo '-- two of them, elsewhere'
mkdir other
echo 'exclude-func f' >other/trace.config
printf 'int f(void)\n{\n  return 1;\n}\nint g(void)\n{\n  return 1;\n}\n' >other/n.c
asked --config none.config --config other/trace.config
echo '-- a build folder: what only generated sources have is known to their plan'
. "$CASE_FOLDER/../select/lib/plan.sh"
mkdir -p b/_callsight/select/generated
printf 'int gen(void)\n{\n  return 1;\n}\n' >gen.c
printf 'exclude-func gen\nexclude-func lost\n' >two.config
new_plan GNU
record target one "$PWD/other/trace.config" ''
record source "$PWD/m.c" '' C
record target two "$PWD/two.config" ''
record source "$PWD/m.c" '' C
record target three '' ''
record source "$PWD/m.c" '' C
mv plan b/_callsight/select/sources.plan
asked --build b
new_plan GNU
record target one "$PWD/other/trace.config" ''
record source "$PWD/m.c" '' C
record target two "$PWD/two.config" ''
record source "$PWD/m.c" '' C
record source "$PWD/gen.c" '' C
mv plan b/_callsight/select/generated/two.plan
echo '-- with it'
asked --build b
echo '-- no build folder'
asked --build other
