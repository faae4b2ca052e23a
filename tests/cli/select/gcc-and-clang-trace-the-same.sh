# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
cat >a.c <<'EOF'
int get(int x) { return x; }
int target(int x) { return get(x); }
int budget(int x) { return target(x); }
static int local(int x) { return budget(x); }
int root(int x) { return local(x); }
int other(int x) { return x; }
EOF
for config in 'exclude-func get' 'include-func target' 'include-func root 2' 'exclude-small 1' 'exclude-func *get'; do
  echo "$config" >trace.config
  for pair in GNU:gcc Clang:clang; do
    new_plan ${pair%:*}
    target trace.config a.c
    build_step || exit
    echo "$config, ${pair#*:}: $(traced ${pair#*:} a.c)"
  done
done
