# SPDX-License-Identifier: MIT
# Universal Ctags is looked for as CMake does it, and asked for a function.
asked() {
  PATH="$PWD/bin:$folders" "$@" | sed -n 's/Ctags [0-9.]*[0-9]/Ctags N/; s,/usr/bin/,,; /^.\{8\}ctags/p'
}
stand_in() {
  printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
  chmod +x "bin/$1"
}
mkdir bin empty
folders=$PATH
callsight=$(command -v callsight)
asked callsight doctor --cc true
echo '-- none: looked for, said by the build, asked for'
folders=$PWD/empty
ln -s "$(command -v true)" "$(command -v sed)" bin
asked "$callsight" doctor --cc true
asked "$callsight" doctor --cc true --ctags ''
asked "$callsight" doctor --cc true --ctags nowhere
echo '-- another one'
stand_in ctags 'echo Exuberant Ctags 5.8'
asked "$callsight" doctor --cc true
asked "$callsight" doctor --cc true --ctags ctags
stand_in ctags 'exit 1'
asked "$callsight" doctor --cc true
echo '-- one that finds nothing, one that finds something else, one that fails'
stand_in ctags-universal 'case $1 in --version) echo "Universal Ctags 5.9.0, of a test" ;; *) while read -r file; do :; done ;; esac'
asked "$callsight" doctor --cc true
stand_in ctags-universal 'case $1 in --version) echo "Universal Ctags 5.9.0" ;;
*) while read -r file; do printf "other\t%s\t/^/;\"\tfunction\tline:1\n" "$file"; done ;; esac'
asked "$callsight" doctor --cc true
stand_in ctags-universal 'case $1 in --version) echo "Universal Ctags 5.9.0" ;; *) exit 3 ;; esac'
asked "$callsight" doctor --cc true
