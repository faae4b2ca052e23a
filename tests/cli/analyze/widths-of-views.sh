# SPDX-License-Identifier: MIT
# No view has a line that is longer than the terminal, whatever names and depths are.
export TERM=xterm
{ echo thread
  echo name 2000 a_thread_with_a_long_name
  awk 'BEGIN {
    split("alpha beta gamma_ray parse 5555555550123456", names)
    for (i = 0; i < 70; i++)
      print (i % 2 ? "enter_at" : "enter"), 2000 + i, names[1 + i % 5], "5555555550123999"
    for (i = 0; i < 70; i++) {
      if (i % 9 == 0) print "named", 5000 + i, "ready"
      print "exit", 5000 + 1000000 * i
    }
  }'
  echo thread
  echo enter 2000 gamma_ray
  echo lost 3
} | build-trace t name=app
for columns in 40 60 80 120; do
  for view in text tree callers calls 'calls --merged'; do
    # shellcheck disable=SC2086
    on-terminal $columns 999 callsight analyze t --format $view >lines 2>&1
    grep -v -e '^callsight' -e '^program' -e '^command' lines |
      sed 's/├/x/g; s/│/x/g; s/└/x/g; s/─/x/g' >shown
    echo "$columns $view: $(grep -c . shown) lines"
    awk -v most="$columns" 'length > most { print "too long: " $0 }' shown
  done
done
