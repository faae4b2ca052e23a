include(sanitizers.cmake)
