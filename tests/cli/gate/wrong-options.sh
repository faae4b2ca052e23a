# SPDX-License-Identifier: MIT
# One line that names the option and what it expects.
exec 2>&1
for words in '' '-b f' '-- true' '-b f --metrics time -- true' '-b f --repeat 0 -- true' '-b f --repeat 51 -- true' \
  '-b f --max-regression 5 -- true' '-b f --max-regression 5%,1ms -- true' '-b f --min-time 5x -- true' \
  '-b f --mode all -- true' '-b f --fact key -- true' '-b f --fact =v -- true'; do
  # shellcheck disable=SC2086 # several words
  callsight gate $words
  echo "status $?"
done
