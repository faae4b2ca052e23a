# SPDX-License-Identifier: MIT
# zsh -f complete.zsh FOLDER LINE...: what zsh makes of each LINE when TAB is pressed at its end, with
# the completion functions of FOLDER.
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1= fpath=($1 \$fpath); autoload -Uz compinit && compinit -D -u"
# The marks are not in the text of the function: the terminal shows that too.
zpty -w z 'finish() { zle complete-word; print -r -- "<ma""de:$BUFFER>"; BUFFER=; }'
zpty -w z "zle -N finish; bindkey '^I' finish"
shift
for line; do
  zpty -w -n z "$line"$'\t'
  zpty -r z out '*<made:*>*'
  out=${out##*<made:}
  print -r -- "${out%%>*}|"
done
zpty -d z
