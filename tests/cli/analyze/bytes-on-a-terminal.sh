# SPDX-License-Identifier: MIT
# What is no text does not go to a terminal, but to files and pipes.
export TERM=xterm
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
for format in perfetto pprof; do
  on-terminal 80 25 callsight analyze traces --format $format
  echo "status $?"
  on-terminal 80 25 callsight analyze traces --format $format --output file.$format
  echo "status $?"
  callsight analyze traces --format $format | cmp - file.$format
done
