#!/bin/sh
# SPDX-License-Identifier: MIT
# make_functions.sh C++-COMPILER FOLDER FILES: builds FOLDER/functions, a program of FILES * 500 functions
# with debug information, half of them of templates. Nothing is done when it is there already.
set -eu
compiler=$1 folder=$2 files=$3
[ ! -x "$folder/functions" ] || exit 0
mkdir -p "$folder"
cd "$folder"
printf '%s\n' 'int main() { return 0; }' > main.cpp
file=0
while [ "$file" -lt "$files" ]; do
  awk -v file="$file" 'BEGIN {
    printf "namespace app { namespace part%d {\nstruct item { int a; long b; };\nstatic int sink;\n", file
    for (i = 0; i < 250; i++) {
      printf "struct worker%d {\n", i
      printf "\tint value;\n\tint first_step(const item &x, int n);\n"
      printf "\ttemplate <typename T> T second_step(T t, item *x);\n};\n"
      printf "int worker%d::first_step(const item &x, int n)\n{\n\tint sum = 0;\n", i
      printf "\tfor (int i = 0; i < n; i++)\n\t\tsum += x.a + i;\n\treturn sum + value;\n}\n"
      printf "template <typename T> T worker%d::second_step(T t, item *x)\n{\n", i
      printf "\tsink += x->a;\n\treturn t + (T)first_step(*x, 3);\n}\n"
      printf "template int worker%d::second_step<int>(int, item *);\n", i
    }
    print "} }"
  }' > "part$file.cpp"
  file=$((file + 1))
done
ls -- *.cpp | xargs -P "$(nproc)" -n 8 "$compiler" -g -O1 -c
"$compiler" ./*.o -o functions.part -Wl,--build-id
mv functions.part functions
rm -f -- *.o *.cpp
