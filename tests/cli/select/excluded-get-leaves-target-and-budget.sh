# SPDX-License-Identifier: MIT
. "$CASE_FOLDER/lib/plan.sh"
body='int get(int x) { return x; } int target(int x) { return get(x); } int budget(int x) { return x; }'
echo "$body" >a.c
echo "namespace n { $body }" >b.cpp
echo 'exclude-func get' >trace.config
new_plan GNU
target trace.config a.c b.cpp
build_step || exit
echo "C: $(hooked gcc a.c)"
echo "C++: $(hooked g++ b.cpp)"
left_out
