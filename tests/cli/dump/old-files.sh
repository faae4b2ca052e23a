# SPDX-License-Identifier: MIT
build-old old trace.7.7.0.bin <<'SCRIPT'
marker 2015 4 3
enter 2000 0x1000
exit 2010 0x1000
enter 2020 0x1000
SCRIPT
callsight dump old
