# SPDX-License-Identifier: MIT
# Reads what callgrind_annotate --tree=caller prints and prints "calls ns function" of each function that
# has a caller: "<" lines are its callers, the "*" line below them is the function.
function number(text) { gsub(/,/, "", text); return text + 0 }

# "1,200 (99.59%)  * a.c:main [app]" without its number and share.
function rest() { sub(/^ *[0-9.,]+ +(\( *[0-9.]+%\))? */, ""); return $0 }

/^ *[0-9.,]+ / { cost = number($1); line = rest() }
/^< / && match(line, /\([0-9,]+x\)/) { calls += number(substr(line, RSTART + 1, RLENGTH - 3)) }
/^\*  / {
  sub(/^\*  /, "", line)
  sub(/ \[[^\]]*\]$/, "", line)
  sub(/^[^:]*:/, "", line)
  if (calls) printf "%d %d %s\n", calls, cost, line
  calls = 0
}
