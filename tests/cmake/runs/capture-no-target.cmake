callsight_add_capture(c ARGS app)
