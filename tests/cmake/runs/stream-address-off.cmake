callsight_add_capture(c TARGET app STREAM 9001)
