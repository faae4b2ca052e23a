# SPDX-License-Identifier: MIT
# --dir keeps a folder each run; those of an earlier gate go, what else is there stays.
. "$CASE_FOLDER/app.inc"
mkdir -p kept/run-02 kept/run-77
echo mine >kept/run-77/file
gate -b app.json -u -r 4 --dir kept -- ./app 2 10000000
ls kept
ls kept/run-04 | sed 's/app-[0-9]*-/app-PID-/'
cat kept/run-04/gate-output.txt
gate -b app.json -u -r 2 --dir kept -- ./app 2 10000000
ls kept kept/run-77
callsight analyze kept/run-01 --format csv | grep -c '^"alpha",'
echo '-- without, nothing is left'
mkdir empty
TMPDIR=$PWD/empty
export TMPDIR
gate -b app.json -u -r 2 -- ./app 2 10000000
ls empty
