# SPDX-License-Identifier: MIT
callsight run --frobnicate -- true
