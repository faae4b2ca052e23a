callsight_add_capture(c TARGET app STREAM board)
