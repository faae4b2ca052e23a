include(cached.cmake)
