# SPDX-License-Identifier: MIT
# Processes that do not overlap are runs of their own; --all merges them.
printf 'enter 2000 0x1000\nexit 2010 0x1000\n' | build-old old trace.7.7.0.bin
printf 'enter 9000 0x1000\nexit 9030 0x1000\n' | build-old old trace.8.8.0.bin pid=8 first=8000
callsight analyze --format folded old
callsight analyze --format folded --all old
