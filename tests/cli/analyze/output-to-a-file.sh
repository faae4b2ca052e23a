# SPDX-License-Identifier: MIT
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
umask 027
callsight analyze --format folded --output out.txt || exit
cat out.txt
ls -l out.txt | cut -c1-10
ls
callsight analyze --format folded --output no/such/folder/x
