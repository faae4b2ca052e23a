# SPDX-License-Identifier: MIT
# Mode count has calls only, which any number of runs can judge.
. "$CASE_FOLDER/app.inc"
cat >counted <<'APP'
#!/bin/sh
echo "slot 1
count alpha $1
last 9000" | build-trace "$TRACE_DIR" name=app-$$-1795972517000000000 mode=$TRACE_MODE
APP
chmod +x counted
gate -b app.json -u --mode count -r 1 -- ./counted 7
grep alpha app.json
gate -b app.json --mode count -r 1 -- ./counted 7
gate -b app.json --mode count -r 1 -- ./counted 8
gate -b app.json --mode count -r 1 --metrics calls,self_time -- ./counted 8
echo '-- two runs say that calls grew, though no time could be judged'
gate -b both.json -u -r 6 -- ./app 2 10000000
gate -b both.json -r 2 -- ./app 3 10000000
gate -b both.json -r 2 -- ./app 2 10000000
echo '-- of another mode nothing is compared'
gate -b both.json -u --mode count -r 1 -- ./counted 7
