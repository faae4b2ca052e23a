# SPDX-License-Identifier: MIT
# Formats that are no text are refused there, and written to a pipe or a file.
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
for format in pprof perfetto; do
  TERM=xterm on-terminal 80 24 callsight analyze --format $format
  callsight analyze --format $format | wc -c | grep -q '[1-9][0-9]' && echo "$format: in a pipe"
  TERM=xterm on-terminal 80 24 callsight analyze --format $format --output file && echo "$format: in a file"
done
