# Two targets of one directory with different files: each source follows the target it is in.
add_executable(app one.c two.c three.c)
add_library(part OBJECT two.c three.c)
callsight_instrument(app CONFIG trace.config)
callsight_instrument(part CONFIG part.config)
