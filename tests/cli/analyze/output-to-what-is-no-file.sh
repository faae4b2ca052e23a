# SPDX-License-Identifier: MIT
# A device or a pipe is written to, never replaced; a link stays and its file is replaced.
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
mkfifo pipe
cat pipe &
callsight analyze --format folded --output pipe || exit
wait
[ -p pipe ] && echo still a pipe
touch file
ln -s file link
callsight analyze --format folded --output link || exit
ls -l link | sed 's/.* link/link/'
cat file
mkdir folder
callsight analyze --format folded --output folder
