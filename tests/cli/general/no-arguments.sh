# SPDX-License-Identifier: MIT
# Usage on stderr, status 2.
callsight 2>err
status=$?
head -1 err >&2
exit $status
