# Pieces of the build on their own.
add_library(helper STATIC helper.c)
add_executable(app main.c)
target_link_libraries(app PRIVATE helper)
callsight_instrument(app helper CONFIG one-object.config)
