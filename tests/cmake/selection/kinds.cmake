# Templates, operators, conversions, literals and lambdas are named by one line each.
enable_language(CXX)
if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/kinds.config")
  file(WRITE "${CMAKE_CURRENT_SOURCE_DIR}/kinds.config" "include-func shop::raise 0\n")
endif()
add_executable(app kinds.cpp)
callsight_instrument(app CONFIG kinds.config)
