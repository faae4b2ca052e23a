# SPDX-License-Identifier: MIT
# Captures are untrusted: whatever is wrong with a file, every command ends in time with 0 or 3 and says
# why. Deterministic bits of each file, and cuts.
build-trace capture name=app-7-1 module=none <<'SCRIPT'
thread
name 1500 worker
enter 2000 0x401000
enter_at 2010 0x402000
exit 2020
unmatched 2030 0x404000
marker 2040 1 5
block written
enter 2050 0x402000
block partial
exit 2060
exit 3000
SCRIPT
printf 'enter 2000 0x1000\nmarker 2010 4 5\nexit 2020 0x1000\n' | build-old old trace.7.7.0.bin

commands='analyze
analyze --format json
analyze --format folded
info
dump'
count=0

# Every command on damaged/; bad ones are printed.
check() {
  printf '%s\n' "$commands" | while read -r command; do
    (
      timeout 120 callsight $command damaged >out 2>err
    )
    status=$?
    case $status in
      0) ;;
      3) [ -s err ] || [ -s out ] || echo "$1: callsight $command: status 3, not a word" ;;
      *) echo "$1: callsight $command: status $status: $(head -n 1 err)" ;;
    esac
    if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" out err; then
      echo "$1: callsight $command: control bytes"
    fi
  done
}

for path in capture/app-7-1/blocks-0.0.cst capture/app-7-1/live.cst capture/app-7-1/process.json \
  old/trace.7.7.0.bin; do
  top=${path%%/*}
  bit=5
  while [ $bit -lt 4000 ]; do
    rm -rf damaged
    cp -R "$top" damaged
    flip-bit "damaged/${path#*/}" $bit
    check "$path, bit $bit"
    bit=$((bit + 397))
    count=$((count + 1))
  done
  for bytes in 0 1 7 15 79 100 576 700; do
    rm -rf damaged
    cp -R "$top" damaged
    head -c $bytes "$path" >"damaged/${path#*/}"
    check "$path cut to $bytes"
    count=$((count + 1))
  done
done
echo "$count damaged captures"
