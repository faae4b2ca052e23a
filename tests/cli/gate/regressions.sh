# SPDX-License-Identifier: MIT
# The same passes; a call more fails, and so does a time that changed enough, after a second round.
. "$CASE_FOLDER/app.inc"
gate --baseline perf/app.json --update -- ./app 20 10000000
echo '-- the same'
gate --baseline perf/app.json -- ./app 20 10000000
echo '-- one call more'
gate -b perf/app.json -- ./app 21 10000000
echo '-- one call less'
gate -b perf/app.json -- ./app 19 10000000
echo '-- 20 percent slower'
gate -b perf/app.json -- ./app 20 12000000
echo '-- allowed'
gate -b perf/app.json --max-regression 25% -- ./app 20 12000000
gate -b perf/app.json --min-time 3ms -- ./app 20 12000000
gate -b perf/app.json --min-calls 2 -- ./app 20 12000000
echo '-- a call of beta takes longer, and there are more'
gate -b perf/app.json -- ./app 30 10000000 150000
echo '-- faster'
gate -b perf/app.json -- ./app 20 8000000
