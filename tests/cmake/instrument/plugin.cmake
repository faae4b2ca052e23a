# The host is not instrumented and opens the plug-in with RTLD_LOCAL.
add_executable(host host.c)
target_link_libraries(host PRIVATE ${CMAKE_DL_LIBS})
add_library(plug MODULE plug.c)
callsight_instrument(plug)
