# SPDX-License-Identifier: MIT
# What is no report says why, without bytes that a terminal obeys.
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
printf '{"schema":1,\033[2J' >broken.json
printf '{"schema":7}' >later.json
printf '[1]' >other.json
mkdir empty
for name in broken.json later.json other.json missing empty; do
  callsight diff traces $name
  echo "status $?"
done
