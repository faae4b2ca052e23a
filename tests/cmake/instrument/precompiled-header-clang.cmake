include(precompiled-header.cmake)
