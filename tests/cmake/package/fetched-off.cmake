# Off, the subproject needs no library and adds nothing that is built.
include(FetchContent)
FetchContent_Declare(CallSight SOURCE_DIR "${CALLSIGHT_ROOT}")
FetchContent_MakeAvailable(CallSight)
add_executable(app main.c)
callsight_instrument(app)
if(TARGET CallSight::cli)
  message(FATAL_ERROR "the tool would be built")
endif()
