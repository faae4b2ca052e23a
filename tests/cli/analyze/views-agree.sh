# SPDX-License-Identifier: MIT
# Text, tree, callers, calls and JSON say the same of every function, to the call and the nanosecond:
# recursion through others, several threads, calls of 0 ns, left ones, open ones.
awk 'function random() { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648 }
     BEGIN {
       seed = 7
       split("alpha beta gamma_ray parse 5555555550123400 5555555550123500", names)
       for (thread = 0; thread < 3; thread++) {
         print "thread"
         depth = 0
         now = 2000 + 10 * thread
         for (i = 0; i < 4000; i++) {
           now += int(random() * 40)
           x = random()
           if (depth == 0 || (x < 0.5 && depth < 30)) {
             name = names[1 + int(random() * 6)]
             print (x < 0.2 ? "enter_at" : "enter"), now, name, "5555555550123" int(100 + x * 900)
             depth++
           } else if (x > 0.99 && depth > 3) {
             depth -= 2
             print "unwound", now, depth
           } else {
             print "exit", now
             depth--
           }
           if (i % 1500 == 1499)
             print "block written"
         }
       }
     }' | build-trace traces

sums() {
  view=$1
  shift
  callsight analyze traces --format "$@" 2>/dev/null |
    awk -v view="$view" -f "$CASE_FOLDER/view_sums.awk" | sort >"$view"
}
sums json json
sums text text --top 0 --columns calls,self_ns,incl_ns,max_ns,function
sums tree tree --top 0 --min-percent 0 --columns incl_ns,self_ns,calls,depth
sums callers callers --top 0 --columns calls,total_ns,self_ns,max_ns
sums calls calls --columns total_ns,self_ns,depth

wc -l <json
awk '{ calls += $2 } END { print (calls > 5000 ? "enough calls" : "too few calls") }' json
diff json text && echo text
# A tree has no longest call, callers no outermost calls.
awk '{ $5 = 0; print }' json | diff - tree && echo tree
awk '{ $4 = 0; print }' json | diff - callers && echo callers
diff json calls && echo calls
