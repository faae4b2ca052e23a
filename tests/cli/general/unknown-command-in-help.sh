# SPDX-License-Identifier: MIT
callsight help frobnicate
