# SPDX-License-Identifier: MIT
callsight run --format html -- true
