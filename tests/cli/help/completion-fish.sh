# SPDX-License-Identifier: MIT
# fish completes commands, options with their help, and the words that an option chooses from.
callsight help --completion fish >callsight.fish || exit 1
fish --no-config -c 'source callsight.fish
  for line in "callsight hel" "callsight analyze --so" "callsight analyze --sort " "callsight run -f js" "callsight help sel"
    echo "$line:"
    complete -C "$line"
  end'
