# SPDX-License-Identifier: MIT
# Every format works on files of older producers; nothing is left in TMPDIR.
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
golden=$CASE_FOLDER/../../golden/old-formats
cp -R "$golden/x86-64-capped" old
callsight analyze old
callsight analyze --format folded old/trace.27315.27315.0.bin
ls tmp
