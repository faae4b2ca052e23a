# SPDX-License-Identifier: MIT
mkdir bin
echo 'exit 0' >bin/not-executable-program
PATH=$PATH:$PWD/bin callsight run -- not-executable-program
