# SPDX-License-Identifier: MIT
# A function that calls itself 10 times, and then another one for 100 ms, took 100 ms; the same through
# another function; two threads add up.
nested() { # nested <functions of a round> <rounds>
  awk -v functions="$1" -v rounds="$2" 'BEGIN {
    count = split(functions, names, ",")
    for (i = 0; i < rounds; i++)
      for (j = 1; j <= count; j++)
        print "enter", 2000, names[j]
    print "enter", 2000, "gamma_ray"
    print "exit", 100002000
    for (i = 0; i < rounds * count; i++)
      print "exit", 100002000
  }'
}
{ echo thread; nested alpha 11; } | build-trace direct
{ echo thread; nested alpha,beta 5; } | build-trace mutual
{ echo thread; nested alpha,beta 5; echo thread; nested beta,alpha 3; } | build-trace threads
for capture in direct mutual threads; do
  echo "$capture"
  callsight analyze $capture --columns function,calls,incl_ns,incl%,self_ns,max_ns --sort calls |
    sed -n '/^function/,/^$/p'
  callsight analyze $capture --format tree --columns incl%,incl,calls --top 4
  echo
done
