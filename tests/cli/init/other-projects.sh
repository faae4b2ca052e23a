# SPDX-License-Identifier: MIT
# Both build systems get their lines, none gets the command for all others, and a device its own.
mkdir none both
callsight init none
echo '-- both, for a device'
echo 'add_executable(app main.c)' >both/CMakeLists.txt
echo 'app: main.o' >both/Makefile
touch both/main.c
callsight init --stream both
echo '-- wrong folders'
callsight init missing
echo "$?"
callsight init both/Makefile
echo "$?"
callsight init none both
echo "$?"
