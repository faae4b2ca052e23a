# The generated source calls an existing one: include-func goes through both.
add_custom_command(OUTPUT two_gen.c
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/two.c two_gen.c DEPENDS two.c)
add_executable(app one.c two_gen.c three.c)
callsight_instrument(app CONFIG functions.config)
