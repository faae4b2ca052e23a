# SPDX-License-Identifier: MIT
# --update makes folders, says what it changes, and leaves a file without paths of the machine.
. "$CASE_FOLDER/app.inc"
gate -b a/b/app.json -u -r 3 --fact compiler='gcc 12' --fact build=Release -- "$PWD/app" 2 10000000
sed 's/"machine": .*/"machine"/; s/"reference_ns": .*/"reference_ns"/; s/"version": .*/"version"/; s/: "[0-9a-f]\{16\}"/: "<hash>"/' a/b/app.json
ls a/b
echo '-- again, with other calls and times, and another compiler'
gate -b a/b/app.json -u --fact compiler='gcc 13' --fact build=Release -- ./app 3 20000000
grep '^"compiler' a/b/app.json
echo '-- what was written is what is compared'
gate -b a/b/app.json --fact compiler='gcc 13' --fact build=Release -- ./app 3 20000000
