# Existing and generated sources are selected in different steps; one file says what is selected.
# clang: it has no exclude lists, so every excluded function keeps its hooks when it is compiled.
add_custom_command(OUTPUT three_gen.c
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/three.c three_gen.c DEPENDS three.c)
add_executable(app one.c two.c three_gen.c)
callsight_instrument(app CONFIG merged.config)
