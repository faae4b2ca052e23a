# SPDX-License-Identifier: MIT
callsight run --dir x
status=$?
ls
exit $status
