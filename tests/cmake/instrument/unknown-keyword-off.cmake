add_executable(app main.c helper.c)
callsight_instrument(app CONFIG off.config EXCLUDE_FILES x)
