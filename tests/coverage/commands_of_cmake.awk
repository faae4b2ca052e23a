# SPDX-License-Identifier: MIT
# "<file> <line>" of each command of CMake files that a trace would name: where it begins. What ends a block
# is none.
#
#   awk -f commands_of_cmake.awk FILE...

# Leaves out what the line has in quotes and comments; `text` and `bracket` say what goes on over line ends.
function bare(line, out, c, close_at) {
  out = ""
  while (line != "") {
    if (bracket != "") {
      close_at = index(line, bracket)
      if (!close_at)
        return out
      line = substr(line, close_at + length(bracket))
      bracket = ""
    } else if (text) {
      if (!match(line, /^([^"\\]|\\.)*"/)) {
        return out
      }
      line = substr(line, RLENGTH + 1)
      text = 0
    } else if (match(line, /^#?\[=*\[/)) {
      bracket = substr(line, RSTART, RLENGTH)
      sub(/^#/, "", bracket)
      gsub(/\[/, "]", bracket)
      line = substr(line, RLENGTH + 1)
    } else {
      c = substr(line, 1, 1)
      if (c == "#")
        return out
      if (c == "\\") {
        line = substr(line, 3)
        continue
      }
      if (c == "\"")
        text = 1
      out = out c
      line = substr(line, 2)
    }
  }
  return out
}

FNR == 1 { depth = text = 0; bracket = "" }
{
  line = bare($0)
  if (depth == 0 && match(line, /^[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
    word = tolower(line)
    gsub(/^[ \t]+|[ \t]*\(.*/, "", word)
    if (word !~ /^end(if|foreach|while|function|macro|block)$/)
      print FILENAME, FNR
  }
  depth += gsub(/\(/, "", line) - gsub(/\)/, "", line)
}
