# The functions are decided in the linked file: link-time optimisation moves their hooks.
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
add_library(helper STATIC helper.c)
add_executable(app main.c)
target_link_libraries(app PRIVATE helper)
callsight_instrument(app helper CONFIG lto.config)
