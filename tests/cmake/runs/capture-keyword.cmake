callsight_add_capture(c TARGET app TIMEOT 3)
