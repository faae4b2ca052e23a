# SPDX-License-Identifier: MIT
# --exe names the program of old files, of any byte order; a file that is no program is an error.
script() {
  printf 'enter 2000 alpha\nenter 2100 beta\nexit 2150 beta\nexit 2300 alpha\n'
}
program=$(command -v build-old)
script | build-old old trace.7.7.0.bin
callsight analyze --format folded --exe "$program" old
script | build-old older trace.7.7.0.bin version=2 order=big
callsight analyze --format folded --exe "$program" older
callsight analyze --format folded old | sed 's/0x[0-9a-f]*/ADDRESS/g'
callsight analyze --exe old/trace.7.7.0.bin old
echo "status $?"
callsight analyze --exe nowhere old
echo "status $?"
