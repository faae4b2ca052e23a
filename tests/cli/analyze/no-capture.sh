# SPDX-License-Identifier: MIT
callsight analyze
echo $?
mkdir traces
callsight analyze
echo $?
: >traces/something.bin
callsight analyze
echo $?
callsight analyze traces/something.bin
echo $?
