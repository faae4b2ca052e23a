# SPDX-License-Identifier: MIT
# Adds up what a view says of each function: a line "name calls self_ns incl_ns max_ns", sorted by
# whoever calls this. -v view=text|tree|callers|calls with the columns of views_agree.sh, in this order:
#     text     calls self_ns incl_ns max_ns function
#     tree     incl_ns self_ns calls depth  function
#     callers  calls total_ns self_ns max_ns  function
#     calls    total_ns self_ns depth  call
# json is read as it is. incl_ns of tree and calls: those that are not below another of the same name.

# The rest of a line behind its first @count fields; names are indented and drawn below each other.
function name_behind(count,   text, i) {
  text = $0
  for (i = 0; i < count; i++)
    sub(/^ *[^ ]+/, "", text)
  sub(/^ */, "", text)
  gsub(/│|├─|└─|\[[0-9]+\] /, "", text)
  sub(/^ */, "", text)
  sub(/ [*+]$/, "", text)
  sub(/ [*]$/, "", text)
  return text
}

# Makes room on the stack for a call or node of @depth. Whether it is below another of its name.
function enter(depth, name,   i, is_below) {
  for (i = depth; i <= deepest; i++)
    delete stack[i]
  deepest = depth
  for (i = 1; i < depth; i++)
    is_below = is_below || stack[i] == name
  stack[depth] = name
  return is_below
}

function add(name, calls_of, self_of, incl_of, max_of) {
  calls[name] += calls_of
  self[name] += self_of
  incl[name] += incl_of
  if (max_of + 0 > max[name] + 0)
    max[name] = max_of
}

function number_of(key,   text) {
  text = $0
  sub(".*\"" key "\":", "", text)
  return text + 0
}

view == "text" && $1 ~ /^[0-9]+$/ && NF > 4 { add(name_behind(4), $1, $2, $3, $4) }

view == "tree" && $1 ~ /^[0-9]+$/ {
  name = name_behind(4)
  add(name, $3, $2, enter($4, name) ? 0 : $1, 0)
}

view == "callers" && $1 ~ /^[0-9]+$/ && $5 != "from" {
  name = name_behind(4)
  sub(/  .*/, "", name) # its place
  add(name, $1, $3, 0, $4)
}

view == "calls" && /^thread / { deepest = 0; split("", stack) }
view == "calls" && $1 ~ /^[0-9]+$/ && $4 != "--" {
  name = name_behind(3)
  foreign = sub(/ \(entered earlier\)$/, "", name)
  sub(/ \((still open|left without an exit|cut|resumed)\)$/, "", name)
  is_below = enter($3, name)
  if (!foreign)
    add(name, 1, $2, is_below ? 0 : $1, $1)
}

view == "json" && /^{"function":/ {
  name = $0
  sub(/^{"function":"/, "", name)
  sub(/",.*/, "", name)
  add(name, number_of("calls"), number_of("self_ns"), number_of("incl_ns"), number_of("max_ns"))
}

END {
  for (name in calls)
    printf "%s %d %d %d %d\n", name, calls[name], self[name], view == "callers" ? 0 : incl[name],
           view == "tree" ? 0 : max[name]
}
