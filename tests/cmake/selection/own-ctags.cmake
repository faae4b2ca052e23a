# Option files of the user's own ctags change nothing.
add_executable(app one.c two.c three.c)
callsight_instrument(app CONFIG functions.config)
