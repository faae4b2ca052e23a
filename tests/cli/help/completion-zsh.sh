# SPDX-License-Identifier: MIT
# zsh completes commands, options, and the words that an option chooses from.
callsight help --completion zsh >_callsight || exit 1
zsh -n _callsight || exit 1
zsh -f "$CASE_FOLDER/complete.zsh" "$PWD" 'callsight hel' 'callsight tune --wri' 'callsight analyze --so' \
  'callsight analyze --sort=in' 'callsight run -f js' 'callsight help sel'
