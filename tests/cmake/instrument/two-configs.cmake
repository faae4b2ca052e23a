add_executable(app main.c helper.c)
callsight_instrument(app CONFIG off.config)
callsight_instrument(app CONFIG unity.config)
