# Found twice, in directories below the top level; used at the top level when configuring ends.
file(WRITE "${CMAKE_BINARY_DIR}/a/CMakeLists.txt" "find_package(CallSight REQUIRED)\n
  add_executable(a ${CMAKE_CURRENT_SOURCE_DIR}/main.c)\ncallsight_instrument(a)\n")
file(WRITE "${CMAKE_BINARY_DIR}/b/CMakeLists.txt" "find_package(CallSight REQUIRED)\n
  add_executable(b ${CMAKE_CURRENT_SOURCE_DIR}/main.c)\ncallsight_instrument(b)\n")
add_subdirectory("${CMAKE_BINARY_DIR}/a" in-a)
add_subdirectory("${CMAKE_BINARY_DIR}/b" in-b)
