# One source in two targets, one of them instrumented.
add_executable(traced main.c helper.c)
add_executable(plain main.c helper.c)
callsight_instrument(traced)
