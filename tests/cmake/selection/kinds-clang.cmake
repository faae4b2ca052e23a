include(kinds.cmake)
