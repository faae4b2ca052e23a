# SPDX-License-Identifier: MIT
# Help that was asked for: stdout, status 0; the three ways say the same.
callsight --help >a && callsight -h >b && callsight help >c || exit 1
cmp a b && cmp a c || exit 1
head -1 a
for name in analyze run select info dump; do
  grep -c "^  $name " a
done
