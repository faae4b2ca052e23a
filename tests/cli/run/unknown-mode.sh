# SPDX-License-Identifier: MIT
callsight run --mode counts -- true
