# SPDX-License-Identifier: MIT
# bash completes commands, options, and the words that an option chooses from; the rest are files.
callsight help --completion bash >callsight.bash || exit 1
bash --norc -c '
  source ./callsight.bash
  try() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _callsight
    echo "$*: ${COMPREPLY[*]}"
  }
  complete -p callsight
  try callsight hel
  try callsight analyze --so
  try callsight analyze --sort i
  try callsight analyze --sort = in
  try callsight run -f js
  try callsight analyze --output -
  try callsight analyze --with t
  try callsight help sel
  try callsight analyze tra'
