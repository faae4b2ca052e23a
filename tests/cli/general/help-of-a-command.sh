# SPDX-License-Identifier: MIT
# "help run" and "run --help" are the same.
callsight help run >a && callsight run --help >b && cmp a b || exit 1
head -1 a
