#!/bin/sh
# SPDX-License-Identifier: MIT
# From a fresh clone to a report, or to a complete test run.
#
#   ./bootstrap.sh demo [--yes]              build, install into build/prefix, trace examples/minimal
#   ./bootstrap.sh test [--yes] [ARG...]     build and run every test; ARGs go to ctest
#
# Prints what is missing and installs it with apt-get on Debian and its derivatives; asks first on a
# terminal unless --yes is given. apt's configuration is not touched. Elsewhere the list is printed
# and the script goes on only when everything is found.
#
# Status: 0 done, 1 a build or test failed, 2 wrong command line, 3 something is missing here.
set -u

# Debian package, how its presence is seen, from which command on it is needed, what it is for. A
# check is prog:NAME, lib:NAME (pkg-config module), head:NAME (C header), file:PATH, so:NAME (shared
# library), ctags (the Universal one), clang-rt (clang links a sanitizer).
needs='
gcc             prog:gcc          demo C compiler
g++             prog:g++          demo C++ programs; libsupc++ for their names
libc6-dev       head:stdio.h      demo headers of the C library
cmake           prog:cmake        demo the build
ninja-build     prog:ninja        demo the build
pkg-config      prog:pkg-config   demo finding the libraries below
libssl-dev      lib:openssl       demo encrypting streams
libelf-dev      lib:libelf        demo symbols
libdw-dev       lib:libdw         demo symbols
libjansson-dev  lib:jansson       demo reading JSON
zlib1g-dev      lib:zlib          demo compressing profiles
libzstd-dev     lib:libzstd       demo compressing streams
universal-ctags ctags             demo selecting functions
make            prog:make         test Makefiles
clang           prog:clang        test second compiler
libclang-rt-dev clang-rt          test its sanitizers
llvm            prog:llvm-ar      test archives of its LTO objects
lld             prog:ld.lld       test programs of another linker
libcmocka-dev   lib:cmocka        test unit tests
binutils        prog:readelf      test looking into built files
elfutils        prog:eu-strip     test stripping as distributions do
dwz             prog:dwz          test debug information with common parts
libdebuginfod1  so:libdebuginfod.so.1 test debug files from a server
openssl         prog:openssl      test certificates as the guide makes them
xz-utils        prog:xz           test symbols that are packed into programs
gcc-aarch64-linux-gnu prog:aarch64-linux-gnu-gcc test programs of another architecture
g++-aarch64-linux-gnu prog:aarch64-linux-gnu-g++ test the same in C++
libc6-dev-arm64-cross file:/usr/aarch64-linux-gnu/include/stdio.h test headers of its C library
gcc-arm-linux-gnueabihf prog:arm-linux-gnueabihf-gcc test programs of other architectures
libc6-dev-armhf-cross file:/usr/arm-linux-gnueabihf/include/stdio.h test headers of its C library
gcc-riscv64-linux-gnu prog:riscv64-linux-gnu-gcc test the same
libc6-dev-riscv64-cross file:/usr/riscv64-linux-gnu/include/stdio.h test headers of its C library
gcc-powerpc-linux-gnu prog:powerpc-linux-gnu-gcc test the same, big-endian with 32 bits
libc6-dev-powerpc-cross file:/usr/powerpc-linux-gnu/include/stdio.h test headers of its C library
gcc-s390x-linux-gnu prog:s390x-linux-gnu-gcc test the same, big-endian with 64 bits
libc6-dev-s390x-cross file:/usr/s390x-linux-gnu/include/stdio.h test headers of its C library
qemu-user       prog:qemu-aarch64 test running its programs
openmpi-bin     prog:mpirun       test captures read by several processes
mount           prog:mount        test disks that are full
e2fsprogs       file:/sbin/mkfs.ext4 test the same on ext4
ccache          prog:ccache       test builds with a compiler cache
gfortran        prog:gfortran     test Fortran sources beside traced ones
clangd          prog:clangd       test what editors read of a traced build
clang-format    prog:clang-format test layout of the sources
clang-tidy      prog:clang-tidy   test lint of the sources
cppcheck        prog:cppcheck     test the same
chromium        prog:chromium     test the page for browsers
uftrace         prog:uftrace      test counts and speed compared with another tool
zsh             prog:zsh          test completion of options
fish            prog:fish         test the same
mandoc          prog:mandoc       test its man pages
dpkg-dev        prog:dpkg-source  test unpacking the real projects that are traced; making packages
file            prog:file         test making packages
lintian         prog:lintian      test checking the Debian packages
protobuf-compiler prog:protoc     test decoding exports of protocol buffers
golang-github-google-pprof-dev file:/usr/share/gocode/src/github.com/google/pprof/proto/profile.proto test the schema of profiles
nodejs          prog:node         test running the importer of speedscope
npm             prog:npm          test fetching it
tcl             prog:tclsh        test making one source file of SQLite for the study of gates
valgrind        prog:callgrind_annotate test reading exports in its format
iproute2        prog:ip           test a network that only tests see
util-linux      prog:unshare      test running tests apart from all else
strace          prog:strace       test what programs ask the kernel for
'

say() {
  printf 'bootstrap: %s\n' "$*" >&2
}

die() {
  status=$1
  shift
  say "$*"
  exit "$status"
}

usage() {
  die 2 'usage: ./bootstrap.sh demo|test [--yes] [ctest arguments]'
}

is_there() {
  case $1 in
    prog:*) command -v "${1#prog:}" >/dev/null 2>&1 ;;
    lib:*) pkg-config --exists "${1#lib:}" 2>/dev/null ;;
    file:*) [ -e "${1#file:}" ] ;;
    head:*) echo "#include <${1#head:}>" | cc -E -o /dev/null - 2>/dev/null ;;
    clang-rt)
      echo 'int main(void) { return 0; }' |
        clang -fsanitize=address -x c - -o /dev/null 2>/dev/null
      ;;
    so:*) PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -q "${1#so:}" ;;
    ctags) ctags --version 2>/dev/null | grep -q 'Universal Ctags' ;;
  esac
}

# Sets $missing to the packages, $missing_text to the lines for people.
find_missing() {
  missing=
  missing_text=
  while read -r package check from purpose; do
    case $command:$from in
      *:demo | test:test) ;;
      *) continue ;;
    esac
    if ! is_there "$check"; then
      missing="$missing $package"
      missing_text="$missing_text$(printf '  %-21s %s' "$package" "$purpose")
"
    fi
  done <<EOF
$needs
EOF
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# May apt-get install without an update first?
apt_knows() {
  for package in $missing; do
    apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [^(]' || return 1
  done
}

# apt_get WORD...: as root, patiently: a mirror may be slow once, another apt may hold the lock. The
# variable is given through env: sudo drops it otherwise.
apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300 "$@" \
    >>"$log/apt.log" 2>&1
}

apt_install() {
  # shellcheck disable=SC2086 # several words on purpose
  apt_get install -y --no-install-recommends $missing
}

apt_update() {
  say 'updating the package lists'
  apt_get update
}

# Lists that are older than the archive name files that are gone, and a mirror may fail for a while: three more tries
# with new lists, the first of them at once.
apt_install_patiently() {
  for pause in 0 20 60; do
    ! apt_install || return 0
    sleep $pause
    apt_update
  done
  apt_install
}

confirm() {
  if [ "$yes" = no ] && [ -t 0 ]; then
    printf 'bootstrap: install them with apt-get? [Y/n] ' >&2
    read -r answer || answer=n
    case $answer in
      '' | y* | Y*) ;;
      *) die 3 'nothing was installed' ;;
    esac
  fi
}

set_up() {
  find_missing
  if [ -z "$missing" ]; then
    return
  fi
  say 'missing here (by the names of Debian packages):'
  printf '%s' "$missing_text" >&2
  command -v apt-get >/dev/null 2>&1 || die 3 'no apt-get here: install these, then run this again'
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
    die 3 "root is needed and sudo is not there; as root: apt-get install$missing"
  fi
  confirm
  apt_knows || apt_update
  say 'installing'
  if ! apt_install_patiently; then
    tail -n 20 "$log/apt.log" >&2
    die 3 "apt-get could not install$missing"
  fi
  find_missing
  if [ -n "$missing" ]; then
    printf '%s' "$missing_text" >&2
    die 3 'these are installed but not found, see above: is PATH complete?'
  fi
}

# step WORDS NAME COMMAND...: output goes to build/log/NAME.log, its end is shown on failure.
step() {
  words=$1
  name=$2
  shift 2
  say "$words"
  if ! "$@" >"$log/$name.log" 2>&1; then
    tail -n 40 "$log/$name.log" >&2
    die 1 "failed: $words (all of it: build/log/$name.log)"
  fi
}

demo() {
  step 'configuring the tool' release-configure cmake --preset release \
    -DCALLSIGHT_BUILD_TESTS=OFF
  step 'building the tool' release-build cmake --build --preset release \
    --target callsight callsight-stream callsight_help
  step 'installing into build/prefix' release-install \
    cmake --install build/release --prefix build/prefix
  step 'configuring examples/minimal' demo-configure \
    cmake -S examples/minimal -B build/demo -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    "-DCMAKE_PREFIX_PATH=$PWD/build/prefix" -DCALLSIGHT_INSTRUMENT=ON
  step 'building, running and reporting it' demo-report \
    cmake --build build/demo --target callsight-report
  show_report
}

show_report() {
  found=no
  for report in build/demo/_callsight/reports/*/*.txt; do
    if [ -f "$report" ]; then
      cat "$report"
      found=yes
    fi
  done
  [ $found = yes ] || die 1 'the demo wrote no report (build/log/demo-report.log)'
  say 'the report in all formats: build/demo/_callsight/reports'
}

run_tests() {
  step 'configuring' ci-configure cmake --preset ci
  step 'building' ci-build cmake --build --preset ci
  say 'testing'
  # One run, so that its closing lines count everything. The quick kinds come first by COST.
  ctest --preset ci "$@" || exit 1
}

[ $# -ge 1 ] || usage
command=$1
shift
yes=no
if [ "${1-}" = --yes ]; then
  yes=yes
  shift
fi
case $command in
  demo) [ $# -eq 0 ] || usage ;;
  test) ;;
  *) usage ;;
esac

CDPATH='' cd -- "$(dirname -- "$0")" || exit 3
log=build/log
mkdir -p "$log" || die 3 'the tree is not writable'
set_up
case $command in
  demo) demo ;;
  test) run_tests "$@" ;;
esac
