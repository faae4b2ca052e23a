# A pattern and a function that match nothing: a warning with file and line, in the build.
add_executable(app one.c two.c three.c)
callsight_instrument(app CONFIG no-match.config)
