add_executable(app main.c)
callsight_instrument(app)
target_sources(app PRIVATE helper.c)
