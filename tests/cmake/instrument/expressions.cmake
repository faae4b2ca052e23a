# Sources in generator expressions and sources of an interface library.
add_library(extra INTERFACE)
target_sources(extra INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/plug.c)
add_executable(app main.c $<$<NOT:$<CONFIG:Nothing>>:helper.c>)
target_link_libraries(app PRIVATE $<$<BOOL:1>:extra>)
callsight_instrument(app)
