# Flags for the whole project, which the runtime must not get (global-flags-check.cmake).
add_library(helper STATIC helper.c)
add_executable(app main.c)
target_link_libraries(app PRIVATE helper)
callsight_instrument(helper)
