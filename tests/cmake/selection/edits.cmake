# After an edit of trace.config or of a source, exactly what is selected differently is compiled.
add_executable(app one.c two.c three.c)
callsight_instrument(app)
