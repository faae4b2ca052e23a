# SPDX-License-Identifier: MIT
# A side of which something is missing is compared, and the status says that it is not to be trusted.
build-trace old <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
build-trace new <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
block written
enter 4000 beta
block missing
enter 5000 alpha
SCRIPT
callsight diff old new
