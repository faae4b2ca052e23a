# SPDX-License-Identifier: MIT
callsight info somewhere
