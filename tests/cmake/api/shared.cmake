# The library that is loaded has no hooks, the program does: one runtime, shared, behind --as-needed.
add_link_options(-Wl,--as-needed)
add_library(part SHARED part.c)
target_link_libraries(part PRIVATE CallSight::api)
add_executable(app main.c)
target_link_libraries(app PRIVATE part CallSight::api)
callsight_instrument(app)
