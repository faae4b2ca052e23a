include(functions.cmake)
