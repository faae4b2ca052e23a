# SPDX-License-Identifier: MIT
# The same code in another build is slower only by more than its place can cost; less than that is a note.
. "$CASE_FOLDER/app.inc"
gate -b app.json -u -- ./app 20 10000000
sed 's/^"builds": {"build-trace": "[0-9a-f]*"}/"builds": {"build-trace": "0123456789abcdef"}/' app.json >again.json
echo '-- by 15 percent'
gate -b again.json -- ./app 20 11500000
echo '-- by 30 percent'
gate -b again.json -- ./app 20 13000000
echo '-- faster'
gate -b again.json -- ./app 20 8000000
echo '-- by 15 percent, and the code is another one'
sed 's/"code": "[0-9a-f]*"/"code": "0123456789abcdef"/' again.json >edited.json
gate -b edited.json -- ./app 20 11500000
echo '-- by 15 percent, against a baseline that does not know code'
sed '/^"builds": /d; s/, "code": "[0-9a-f]*"//' app.json >old.json
gate -b old.json -- ./app 20 11500000
