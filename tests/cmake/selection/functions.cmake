# include-func: the function and what it calls; a source that changes the calls changes the selection.
add_executable(app one.c two.c three.c)
callsight_instrument(app CONFIG functions.config)
