include(names.cmake)
