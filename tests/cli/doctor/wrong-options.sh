# SPDX-License-Identifier: MIT
callsight doctor app
echo "status $?"
callsight doctor --program
echo "status $?"
