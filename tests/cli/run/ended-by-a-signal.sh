# SPDX-License-Identifier: MIT
callsight run --no-report -- /bin/sh -c 'kill -SEGV $$'
