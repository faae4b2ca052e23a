# The program has no hooks and is at fixed addresses, the library that is loaded has some.
add_link_options(-Wl,--as-needed)
add_library(part SHARED part.c)
target_link_libraries(part PRIVATE CallSight::api)
add_executable(app main.c)
target_compile_options(app PRIVATE -fno-pie)
target_link_options(app PRIVATE -no-pie)
target_link_libraries(app PRIVATE part CallSight::api)
callsight_instrument(part)
