# SPDX-License-Identifier: MIT
callsight frobnicate
