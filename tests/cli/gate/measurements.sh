# SPDX-License-Identifier: MIT
# Under CTest, sums are lines that CDash shows.
. "$CASE_FOLDER/app.inc"
gate -b app.json -u -- ./app 20 10000000
DASHBOARD_TEST_FROM_CTEST=3.25
export DASHBOARD_TEST_FROM_CTEST
gate -b app.json -- ./app 21 10000000
