# SPDX-License-Identifier: MIT
callsight --version | sed 's/[0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*$/N.N.N/'
