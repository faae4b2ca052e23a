add_executable(app one.c two.c three.c)
callsight_instrument(app CONFIG exclude-func.config)
