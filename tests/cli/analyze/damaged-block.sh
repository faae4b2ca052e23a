# SPDX-License-Identifier: MIT
# Damage is said with file and offset; what can be read is reported; status 3.
build-trace traces name=app-7-1 <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
block written
enter 2020 beta
exit 2030
block written
enter 2040 alpha
exit 2050
block written
SCRIPT
printf 'xxxx' | dd of=traces/app-7-1/blocks-0.0.cst bs=1 seek=592 conv=notrunc 2>/dev/null
callsight analyze | sed '1,/^clock/d'
callsight analyze --format folded
