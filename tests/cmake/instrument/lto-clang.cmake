include(lto.cmake)
