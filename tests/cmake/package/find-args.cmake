# The installed package is taken where it fits; the project of the user names both.
include(FetchContent)
FetchContent_Declare(CallSight SOURCE_DIR "${CMAKE_CURRENT_BINARY_DIR}/nowhere"
  FIND_PACKAGE_ARGS 0.1 COMPONENTS Runtime Analyzer)
FetchContent_MakeAvailable(CallSight)
get_target_property(is_imported CallSight::cli IMPORTED)
if(NOT is_imported)
  message(FATAL_ERROR "the installed package was not taken")
endif()
add_executable(app main.c)
callsight_instrument(app)
