# A ctags that is not the Universal one.
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/ctags" "#!/bin/sh\necho 'Exuberant Ctags 5.8'\n")
file(CHMOD "${CMAKE_CURRENT_BINARY_DIR}/ctags" PERMISSIONS OWNER_READ OWNER_EXECUTE)
set(CALLSIGHT_CTAGS "${CMAKE_CURRENT_BINARY_DIR}/ctags")
add_executable(app one.c two.c three.c)
callsight_instrument(app)
