include(links.cmake)
