# WITH_LINKED on a project as they are: a program that links a static library of another directory by an alias,
# which links a shared one, an object library and an interface, which link what was fetched to somewhere else.
# Links are added later and in expressions. Another program links the same library, a plug-in nobody.
include(FetchContent)
file(WRITE "${CMAKE_BINARY_DIR}/../outside/fetched/CMakeLists.txt" "add_library(fetched STATIC fetched.c)\n")
configure_file(linked/fetched.c "${CMAKE_BINARY_DIR}/../outside/fetched/fetched.c" COPYONLY)
get_filename_component(FETCHCONTENT_SOURCE_DIR_FETCHED "${CMAKE_BINARY_DIR}/../outside/fetched" ABSOLUTE)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
FetchContent_Declare(fetched GIT_REPOSITORY nowhere GIT_TAG main)
FetchContent_MakeAvailable(fetched)

add_executable(app linked/app.c)
callsight_instrument(app WITH_LINKED CONFIG linked/app.config)
target_link_libraries(app PRIVATE Project::core)
add_subdirectory(linked/core)
add_subdirectory(linked/shared)
add_executable(other linked/other.c)
target_link_libraries(other PRIVATE Project::core)
add_library(plugin MODULE plug.c)
