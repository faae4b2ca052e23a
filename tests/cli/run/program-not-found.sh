# SPDX-License-Identifier: MIT
callsight run -- there-is-no-such-program
status=$?
ls
exit $status
