callsight_add_capture(c TARGET app ARGS --once INPUT input.txt)
