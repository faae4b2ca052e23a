include("${CMAKE_CURRENT_LIST_DIR}/cached-check.cmake")
