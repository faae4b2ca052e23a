# SPDX-License-Identifier: MIT
# A CMakePresets.json stays as it is: a schema that can include gets a file beside it, an older one the
# text of the preset.
echo 'add_library(part part.c)' >CMakeLists.txt
try() {
  echo "-- $1"
  rm -f callsight-presets.json
  printf '%s\n' "$1" >CMakePresets.json
  callsight init | sed -n '1,/^Paste at/p' | grep -v '^$\|^Paste at'
  echo "status $?, $(ls *.json | tr '\n' ' ')"
  [ "$(cat CMakePresets.json)" = "$1" ] || echo 'it was changed'
}
try '{"version": 4, "configurePresets": []}'
try '{"version": 6, "include": ["a.json", "b.json"]}'
try '{"version": 4, "include": ["sub/callsight-presets.json"]}'
try '{"version": 3, "configurePresets": [{"name": "instrument"}]}'
try '{"version": 3}'
try '{"version": 2, "configurePresets": []}' | grep -e generator -e name
echo '-- no JSON'
printf '{"version": 4,\n' >CMakePresets.json
callsight init
echo "status $?"
