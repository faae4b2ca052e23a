# The runtime is a shared library and stands behind --as-needed.
add_link_options(-Wl,--as-needed)
add_library(helper SHARED helper.c)
add_executable(app main.c)
target_link_libraries(app PRIVATE helper)
callsight_instrument(app helper)
