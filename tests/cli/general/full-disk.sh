# SPDX-License-Identifier: MIT
# What cannot be written must not look like success.
callsight help run >/dev/full
