# No capture: one run of each instrumented executable, of any exit status.
add_executable(other other.c)
add_executable(plain main.c)
callsight_instrument(other)
