# SPDX-License-Identifier: MIT
# Lines of files ("<file> <executed> <lines>") as a table: a row a folder, and a sum of each top folder.
function row(name, executed, all) {
  printf "%-24s %8d %8d %6.1f%%\n", name, executed, all, all ? 100 * executed / all : 0
}
BEGIN { printf "%-24s %8s %8s %7s\n", "room", "executed", "lines", "" }
{
  room = $1
  sub(/\/[^\/]*$/, "", room)
  top = room
  sub(/\/.*/, "", top)
  if (!(room in lines))
    rooms[++count] = room
  if (!(top in sum))
    tops[++top_count] = top
  executed[room] += $2
  lines[room] += $3
  some[top] += $2
  sum[top] += $3
}
END {
  for (i = 1; i <= count; i++)
    row(rooms[i], executed[rooms[i]], lines[rooms[i]])
  print ""
  for (i = 1; i <= top_count; i++)
    row("all of " tops[i], some[tops[i]], sum[tops[i]])
}
