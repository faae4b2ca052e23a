# SPDX-License-Identifier: MIT
callsight run --no-report --timeout 50 -- /bin/sh -c 'exit 5'
