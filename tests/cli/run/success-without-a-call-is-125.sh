# SPDX-License-Identifier: MIT
# And no empty folder is left.
callsight run --no-report -- no-hooks
status=$?
ls
exit $status
