# A compiler cache: what it returns has the hooks that are selected now. As clang: one compiler for
# both kinds of options.
find_program(CCACHE ccache REQUIRED)
set(CMAKE_C_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_DIR=${CMAKE_BINARY_DIR}/ccache"
  CCACHE_COMPILERCHECK=none "CCACHE_STATSLOG=${CMAKE_BINARY_DIR}/ccache.log" "${CCACHE}")
add_executable(app one.c two.c three.c)
callsight_instrument(app)
