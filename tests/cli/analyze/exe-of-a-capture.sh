# SPDX-License-Identifier: MIT
# A capture names its programs itself.
printf 'thread\nenter 2000 alpha\nexit 2010\n' | build-trace traces
callsight analyze --exe "$(command -v build-trace)"
