# gen, which is instrumented, makes a source of itself and one of app.
add_custom_command(OUTPUT helper_gen.c
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/helper.c helper_gen.c
  DEPENDS helper.c)
add_executable(gen main.c helper_gen.c)
add_custom_command(OUTPUT plug_gen.c
  COMMAND gen
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/helper.c plug_gen.c
  DEPENDS gen)
add_executable(app main.c plug_gen.c)
callsight_instrument(gen app)
