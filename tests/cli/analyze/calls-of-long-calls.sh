# SPDX-License-Identifier: MIT
# The duration of a call stands where it begins, however many calls it has: they wait in a file.
{ echo thread
  echo enter 2000 alpha
  awk 'BEGIN { for (i = 0; i < 50000; i++) { print "enter", 3000 + 20 * i, "beta"; print "exit", 3010 + 20 * i } }'
  echo enter 1500000 gamma_ray
  awk 'BEGIN { for (i = 0; i < 40000; i++) { print "enter", 1500000 + 20 * i, "beta"; print "exit", 1500005 + 20 * i } }'
  echo exit 2500000
  echo exit 3000000
  echo thread
  awk 'BEGIN { for (i = 0; i < 40000; i++) { print "enter", 2000 + 77 * i, "gamma_ray"; print "exit", 2050 + 77 * i } }'
} | build-trace traces
callsight analyze --format calls --columns time_ns,total_ns,self_ns >calls
grep -n alpha calls
grep -n gamma_ray calls | sed -n '1,3p;$p'
awk '/^thread/ { thread++ } $4 ~ /beta/ { sum[thread] += $2; calls[thread]++ }
     END { print calls[1], sum[1], calls[2] + 0 }' calls
echo merged
callsight analyze --format calls --merged --columns time_ns,total_ns,tid >calls
wc -l <calls
awk 'NR > 2 && $1 + 0 < before { print "not in order: " $0 } { before = $1 + 0 }' calls
awk '{ count[$4] += 1; sum[$4] += $2 } END { print count["beta"], sum["beta"], count["gamma_ray"], sum["gamma_ray"] }' calls
TMPDIR=nowhere callsight analyze --format calls >/dev/null
echo $?
TMPDIR=nowhere callsight analyze --format calls --top 100 | tail -n 1
