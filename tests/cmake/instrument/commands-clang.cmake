include(commands.cmake)
