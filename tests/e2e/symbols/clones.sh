#!/bin/sh
# SPDX-License-Identifier: MIT
# The copies that gcc makes of a function are its rows, by name and address; --clones keeps them apart.
. "$1/common.sh"
cp "$source_folder/symbols/clones.c" .
build "$GCC" program -O3 --param ipa-cp-eval-threshold=1 clones.c
nm program | grep -q 'scale.constprop.1' || fail "gcc made no two copies: $(nm program | grep scale)"
TRACE_ENABLE=1 ./program > output || fail "does not run"

# The hooks of a copy say the address of the function that it was made of.
expect "calls" "$("$CALLSIGHT" analyze traces --format json --clones | tr '{' '\n' |
  sed -n 's/.*"function":"\(scale[^"]*\)".*"calls":\([0-9]*\),.*/\1 \2/p')" "scale 8"

# found [OPTION]: what is found at the copies.
found() {
  "$LOOK_UP" --build-id "$(readelf -n program 2> err | sed -n 's/.*Build ID: //p')" "$@" program \
    $(nm original | sed -n 's/^\([0-9a-f]*\) t scale.*/\1/p') | head -n 3 | LC_ALL=C sort | tr '\n' ';'
}
cp program original
expect "without the option" "$(found)" "scale clones.c:5;scale clones.c:5;scale clones.c:5;"
expect "with the option" "$(found --clones)" \
  "scale [.constprop.0] clones.c:5;scale [.constprop.1] clones.c:5;scale clones.c:5;"
strip -g program
expect "without DWARF" "$(found --clones)" "scale -:0;scale [.constprop.0] -:0;scale [.constprop.1] -:0;"
