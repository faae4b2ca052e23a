# Only a static library is named, but it ends in a shared one.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_library(helper STATIC helper.c)
add_library(wrapper SHARED plug.c)
target_link_libraries(wrapper PRIVATE -Wl,--whole-archive helper -Wl,--no-whole-archive)
add_executable(app main.c)
target_link_libraries(app PRIVATE wrapper)
callsight_instrument(helper)
