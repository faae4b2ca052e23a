# SPDX-License-Identifier: MIT
build-old old trace.7.7.0.bin <<'SCRIPT'
enter 2000 0x1000
enter 2010 0x2000
exit 2020 0x2000
enter 2030 0
exit 2500 0x1000
cut 5
SCRIPT
callsight analyze --format folded old
