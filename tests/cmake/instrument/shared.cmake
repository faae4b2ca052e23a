# A shared library and the program: one process, one runtime.
add_library(helper SHARED helper.c)
add_executable(app main.c)
target_link_libraries(app PRIVATE helper)
callsight_instrument(app WITH_LINKED)
install(TARGETS app helper)
