# SPDX-License-Identifier: MIT
# Sourced by the cases about headers and the sources that include them.
. "$CASE_FOLDER/../select/lib/plan.sh"

# headers <name>...: <name>.h with the function in_<name>.
headers() {
  for name; do
    printf '#pragma once\nstatic inline int in_%s(int x) { return x; }\n' $name >$name.h
  done
}

# scanned <line;line...>: what is said of a.c, b.c and c.c with this config, and the hooks that they get.
scanned() {
  echo "-- $1"
  echo "$1" | tr ';' '\n' >trace.config
  new_plan GNU
  target trace.config a.c b.c c.c
  callsight scan --plan plan
  build_step || exit
  for source in a.c b.c c.c; do echo "hooks in $source: $(hooked gcc $source)"; done
}

# scanned_as_unity <line;line...> <source>...: the same of sources that are one compilation.
scanned_as_unity() {
  echo "$1" | tr ';' '\n' >trace.config
  shift
  new_plan GNU
  record target app "$PWD/trace.config" "$PWD/selection"
  record unity "$PWD/unity.c.rsp"
  for source; do record source "$PWD/$source" '' C; done
  callsight scan --plan plan
  build_step || exit
  printf '#include "%s"\n' "$@" >unity.c
  echo "hooks: $(hooked gcc unity.c)"
}
