# Called before anything exists; the library is made in another directory.
callsight_instrument(app WITH_LINKED)
add_executable(app main.c)
set(HELPER_TYPE STATIC)
add_subdirectory(lib)
target_link_libraries(app PRIVATE helper)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
