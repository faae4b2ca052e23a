# SPDX-License-Identifier: MIT
# The shell runs it, as execvp() does.
echo 'echo ran "$@"; exit 3' >script
chmod +x script
callsight run -- ./script a 'b c'
