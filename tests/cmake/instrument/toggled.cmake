# The same build folder, switched off and on again.
add_executable(app main.c helper.c)
callsight_instrument(app)
