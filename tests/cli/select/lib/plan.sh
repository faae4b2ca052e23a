# SPDX-License-Identifier: MIT
# Sourced by the cases: writes plans, one record a call, and looks for hooks in compiled files.
tab=$(printf '\t')

record() {
  (IFS=$tab; printf '%s\n' "$*") >>plan
}

# new_plan <compiler>: a plan for the current folder.
new_plan() {
  rm -f plan
  record callsight-plan 2
  record compiler "$1"
  record folder "$PWD"
  record ctags ''
}

# target <config or ''> <source>...: one target; source.x gets the response file source.x.rsp.
target() {
  record target app "${1:+$PWD/$1}" "$PWD/selection"
  shift
  for source; do
    case $source in *.c) language=C ;; *) language=CXX ;; esac
    record source "$PWD/$source" "$PWD/$source.rsp" $language
  done
}

build_step() {
  callsight select --plan plan --depfile deps --stamp stamp
}

# hooked <compiler> <source> [lines]: names of the functions that call the hook, sorted.
hooked() {
  "$1" -O0 -w -S -o out.s "@$2.rsp" "$2" || return
  awk '/^[_A-Za-z][^ ]*:/ { name = $1; sub(/:.*/, "", name) }
    /__cyg_profile_func_enter/ && /call|jmp|bl/ { print name }' out.s | c++filt | sort -u >hooked
  if [ $# -eq 3 ]; then cat hooked; else echo $(cat hooked); fi
}

# listed <+ or -> <file> [selection file]: the functions of a file that are selected, or left out.
listed() {
  awk -F "$tab" -v sign="$1" -v file="$PWD/$2" '
    $1 == "file" { is_here = $2 == file }
    is_here && $1 == sign && $3 != "0" { print $2 }' "${3:-selection}"
}

# left_out: "file:function" for everything that the selection file leaves out.
left_out() {
  awk -F "$tab" -v here="$PWD/" '
    $1 == "file" { file = substr($2, length(here) + 1) }
    $1 == "-" && $3 != "0" { print "left out: " file ":" $2 }' selection
}

# traced <compiler> <source>: the hooked ones that the selection file does not leave out (C only).
traced() {
  hooked "$1" "$2" >/dev/null || return
  listed - "$2" | sort >dropped
  echo $(comm -23 hooked dropped)
}
