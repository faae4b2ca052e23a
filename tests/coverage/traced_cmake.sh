#!/bin/sh
# SPDX-License-Identifier: MIT
# traced_cmake.sh FOLDER CMAKE MODULES TRACES: makes FOLDER/bin/cmake, a CMake that adds "<name of file>:<line>"
# of each command of the files in MODULES that it executes to TRACES. It takes itself for CMAKE_COMMAND, so what a
# build runs with -P is seen as well.
set -eu
folder=$1 cmake=$(readlink -f "$2") modules=$3 traces=$4
version=$("$cmake" --version | sed -n '1s/.* \([0-9]*\.[0-9]*\)\..*/\1/p')
rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/share"
# Where it stands decides what CMake takes for its own folder and for its own name.
cp "$cmake" "$folder/bin/cmake-untraced"
for program in ctest cpack; do
  ln -s "$(dirname "$cmake")/$program" "$folder/bin/$program"
done
ln -s "$(dirname "$cmake")/../share/cmake-$version" "$folder/share/cmake-$version"
options=
for file in $(find "$modules" -name '*.cmake' -print); do
  options="$options --trace-source=${file##*/}"
done
cat >"$folder/bin/cmake" <<END
#!/bin/sh
case \${1-} in
--build | --install | --open | -E | --version | --help* | --list-presets | --find-package) exec "$folder/bin/cmake-untraced" "\$@" ;;
esac
# A trace has CMake warn of old policies.
words=-Wno-dev
case " \$* " in
*" -P "*) words= ;;
esac
trace=\$(mktemp "$folder/trace.XXXXXX") || exit 1
"$folder/bin/cmake-untraced" --trace-format=json-v1 --trace-redirect="\$trace" $options \$words "\$@"
status=\$?
sed -n 's|.*"file":"[^"]*/\([^"/]*\)".*"line":\([0-9]*\).*|\1:\2|p' "\$trace" | sort -u >>"$traces"
rm -f "\$trace"
exit \$status
END
chmod +x "$folder/bin/cmake"
