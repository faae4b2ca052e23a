# SPDX-License-Identifier: MIT
# Turns one file of apt's configuration into deb-src entries of Debian's own archive.
#
#   awk -v format=deb822|list -v own="URI URI ..." -f debian_sources.awk FILE
#
# own: the repositories whose lists say "Origin: Debian". An entry is Debian's when its URI is one of
# them or when it is signed by a key of debian-archive-keyring; all others are left out.
BEGIN {
  count = split(own, uris, " ")
  for (i = 1; i <= count; i++)
    is_own[without_slash(uris[i])] = 1
  if (format == "deb822")
    RS = ""
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

# A paragraph of a .sources file.
format == "deb822" {
  text = ""
  is_binary = 0
  is_enabled = 1
  count = split($0, lines, "\n")
  for (i = 1; i <= count; i++) {
    line = lines[i]
    if (line ~ /^#/)
      continue
    if (tolower(line) ~ /^enabled:[ \t]*(no|false|0)/)
      is_enabled = 0
    if (tolower(line) ~ /^types:/) {
      is_binary = (line ~ /[ \t]deb([ \t]|$)/)
      line = "Types: deb-src"
    }
    text = text line "\n"
  }
  if (is_binary && is_enabled && is_debian(text))
    print text
}

# A line of a .list file.
format == "list" && $1 == "deb" && is_debian($0) {
  sub(/^[ \t]*deb[ \t]/, "deb-src ")
  print
}
