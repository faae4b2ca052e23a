include(unity.cmake)
