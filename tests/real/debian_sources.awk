# SPDX-License-Identifier: MIT
# Turns one file of apt's configuration into deb-src entries of Debian's own archive.
#
#   awk -v format=deb822|list -v own="URI URI ..." [-v suite=SUITE] -f debian_sources.awk FILE
#
# own: the repositories whose lists say "Origin: Debian". An entry is Debian's when its URI is one of
# them or when it is signed by a key of debian-archive-keyring; all others are left out.
# suite, such as bookworm-backports: deb entries of that suite instead, from those of the release before its dash.
BEGIN {
  count = split(own, uris, " ")
  for (i = 1; i <= count; i++)
    is_own[without_slash(uris[i])] = 1
  if (format == "deb822")
    RS = ""
  release = suite
  sub(/-.*/, "", release)
  type = suite == "" ? "deb-src" : "deb"
}

function without_slash(uri) {
  sub(/\/+$/, "", uri)
  return uri
}

function names_own_uri(text, words, n, i) {
  n = split(text, words, /[ \t\n]+/)
  for (i = 1; i <= n; i++)
    if (without_slash(words[i]) in is_own)
      return 1
  return 0
}

function is_debian(text) {
  return text !~ /cdrom:/ && (text ~ /debian-archive/ || names_own_uri(text))
}

# Is the release one of the words of the line?
function has_release(line, words, n, i) {
  n = split(line, words, /[ \t]+/)
  for (i = 1; i <= n; i++)
    if (words[i] == release)
      return 1
  return 0
}

# A paragraph of a .sources file.
format == "deb822" {
  text = ""
  is_binary = 0
  is_enabled = 1
  has_suite = suite == ""
  count = split($0, lines, "\n")
  for (i = 1; i <= count; i++) {
    line = lines[i]
    if (line ~ /^#/)
      continue
    if (tolower(line) ~ /^enabled:[ \t]*(no|false|0)/)
      is_enabled = 0
    if (tolower(line) ~ /^types:/) {
      is_binary = (line ~ /[ \t]deb([ \t]|$)/)
      line = "Types: " type
    }
    if (tolower(line) ~ /^suites:/ && !has_suite && has_release(line)) {
      has_suite = 1
      line = "Suites: " suite
    }
    text = text line "\n"
  }
  if (is_binary && is_enabled && has_suite && is_debian(text))
    print text
}

# A line of a .list file.
format == "list" && $1 == "deb" && is_debian($0) {
  if (suite != "" && !has_release($0))
    next
  if (suite != "")
    sub("[ \t]" release "[ \t]", " " suite " ")
  sub(/^[ \t]*deb[ \t]/, type " ")
  print
}
