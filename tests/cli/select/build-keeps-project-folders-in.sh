# SPDX-License-Identifier: MIT
# gcc compares folders by substring: one that is part of a path of the project is not passed, and
# neither is one with a comma.
. "$CASE_FOLDER/lib/plan.sh"
mkdir -p opt/usr/include
printf 'int f(void) { return 1; }\n' >opt/usr/include/a.c
new_plan GNU
record system /opt/tool,chain/include
record system /opt/toolchain/include/c++/
record system "$PWD"
target '' opt/usr/include/a.c
build_step || exit
cat opt/usr/include/a.c.specs selection
