# SPDX-License-Identifier: MIT
# Before a format with single calls writes more than 500 MB, analyze says about how much; from the sizes of
# the files, here a block file that is one long hole.
for name in app-7-1 app-8-2; do
  build-trace traces name=$name <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
SCRIPT
done
truncate -s 300M traces/app-8-2/blocks-0.0.cst
for format in perfetto chrome firefox; do
  callsight analyze --format $format traces/app-8-2 -o /dev/null
done
callsight analyze --format chrome traces/app-8-2 --depth 1 -o /dev/null
callsight analyze --format chrome traces/app-7-1 -o /dev/null # small
callsight analyze --format json traces/app-8-2 -o /dev/null   # does not grow
