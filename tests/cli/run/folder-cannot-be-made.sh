# SPDX-License-Identifier: MIT
: >file
callsight run --dir file/traces -- true
