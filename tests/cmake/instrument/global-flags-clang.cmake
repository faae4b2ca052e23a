include(global-flags.cmake)
