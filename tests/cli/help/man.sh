# SPDX-License-Identifier: MIT
# The man pages are clean, and say what --help says. They have no date: equal inputs give equal pages.
commands=$(callsight --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
echo $commands | grep -c "analyze diff gate merge run"
for command in '' $commands; do
  callsight help --man $command >page || exit 1
  mandoc -T lint -W warning page | grep -v 'missing date'
  mandoc -T ascii page | sed 's,.\x08,,g' >"page-$command" || exit 1
done
for command in $commands; do
  callsight help $command | sed -n 's/^  *\(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' | while read -r option; do
    grep -q -e "$option\>" "page-$command" || echo "$command: no $option in the page"
  done
  grep -q "callsight-$command(1)" page- || echo "callsight(1) lacks $command"
done
sed -n '/^NAME/,/^OPTIONS/p' page-help
