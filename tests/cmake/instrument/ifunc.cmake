# The hook of a resolver would be called before its address is known.
add_library(chosen SHARED ifunc.c)
add_executable(app ifunc-main.c)
target_link_libraries(app PRIVATE chosen)
target_link_options(app PRIVATE -Wl,-z,now)
add_executable(alone ifunc-main.c ifunc.c)
target_link_options(alone PRIVATE -Wl,-z,now)
callsight_instrument(app chosen alone)
