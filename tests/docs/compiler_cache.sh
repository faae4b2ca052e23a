# SPDX-License-Identifier: MIT
# Sourced: the runtime is compiled in every project; the same sources need the compiler once.

# use_compiler_cache FOLDER: what CMake configures from here on compiles through ccache.
use_compiler_cache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_DIR="$1" CCACHE_NOHASHDIR=1
  unset CCACHE_BASEDIR
}
