# SPDX-License-Identifier: MIT
# Read by the scripts of this folder: sh SCRIPT SOURCE-FOLDER WORK-FOLDER ARCHITECTURE. Nothing is skipped: what is
# missing here is a failure that says so.
. "$1/../e2e/common.sh"
source_folder=$1
architecture=$3

case $architecture in
aarch64) triple=aarch64-linux-gnu qemu=qemu-aarch64 ;;
armv7) triple=arm-linux-gnueabihf qemu=qemu-arm ;;
riscv64) triple=riscv64-linux-gnu qemu=qemu-riscv64 ;;
powerpc) triple=powerpc-linux-gnu qemu=qemu-ppc ;;
s390x) triple=s390x-linux-gnu qemu=qemu-s390x ;;
*) fail "no architecture: $architecture" ;;
esac
sysroot=/usr/$triple
for tool in $triple-gcc $qemu; do
  command -v "$tool" > tool.path || fail "$tool is missing, see the rows in bootstrap.sh: ./bootstrap.sh test"
done
qemu="$qemu -L $sysroot"

# build_project FOLDER BUILD-TYPE: project/, by CMake with the installed package and the command of this machine.
build_project() {
  cat > "$1.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $architecture)
set(CMAKE_C_COMPILER $triple-gcc)
set(CMAKE_FIND_ROOT_PATH $sysroot)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
END
  {
    cmake -S "$source_folder/project" -B "$1" -G Ninja "-DCMAKE_TOOLCHAIN_FILE=$PWD/$1.cmake" \
      "-DCMAKE_BUILD_TYPE=$2" "-DCallSight_DIR=$PACKAGE" "-DCALLSIGHT_CLI=$CALLSIGHT" -DCALLSIGHT_INSTRUMENT=ON &&
      cmake --build "$1" --parallel 2
  } > "$1.log" 2>&1 || {
    cat "$1.log" >&2
    fail "$1 does not build"
  }
}

# check_run SOURCE LEVEL PROCESSES: what the lines with @ in SOURCE say of ./traces.
check_run() {
  "$CALLSIGHT" analyze traces --format json --output json 2> notes || {
    cat notes >&2
    fail "$1: analyze: status $?"
  }
  "$CALLSIGHT" analyze traces --format folded --output folded 2> notes || fail "$1: folded: $?"
  "$LIST_STACKS" traces calls > stacks || fail "$1: list_stacks: $?"
  "$EXPECT" "$1" "$4" json folded stacks "${5:-0}" "$3" gcc "$2" || {
    cat stacks notes >&2
    fail "$1 at $2"
  }
}
