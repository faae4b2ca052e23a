# SPDX-License-Identifier: MIT
# A response file for each source, wherever it lies; a source without a selected function has an empty
# one. Its hooks are those of the selection.
mkdir -p "in/with blank" in/src other
printf 'int add(int a) { return a; }\nint minus(int a) { return -a; }\n' >in/src/a.c
printf 'int quiet(int a) { return a; }\n' >"in/with blank/b.c"
printf 'struct S { int get() { return 1; } };\nint made(S s) { return s.get(); }\n' >other/c.cc
printf 'exclude-func minus\nexclude "with blank"\n' >in/trace.config
cd in || exit
callsight flags --each --config trace.config --compiler gcc --compiler g++ src/a.c "with blank/b.c" ../other/c.cc
echo '-- of one of them'
callsight flags --for ../other/c.cc --config trace.config --compiler gcc --compiler g++ src/a.c "with blank/b.c" ../other/c.cc
echo '-- hooks'
for source in src/a.c "with blank/b.c" ../other/c.cc; do
  rsp=$(callsight flags --for "$source" --config trace.config --compiler gcc --compiler g++ \
    src/a.c "with blank/b.c" ../other/c.cc)
  gcc -O0 "$rsp" -S -o out.s "$source" || exit
  awk '/^[_A-Za-z][^ ]*:/ { name = $1; sub(/:.*/, "", name) }
    /__cyg_profile_func_enter/ { print name }' out.s | sort -u
  echo "$source: $?"
done
echo '-- an absolute one'
callsight flags --each --dir "$PWD/kept" "$PWD/src/a.c"
test -s "kept/flags/_root$PWD/src/a.c.rsp" && echo written
