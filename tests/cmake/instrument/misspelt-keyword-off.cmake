add_executable(app main.c helper.c)
callsight_instrument(app CONFG off.config)
