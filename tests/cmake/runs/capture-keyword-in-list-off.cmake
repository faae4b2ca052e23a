callsight_add_capture(c TARGET app ARGS --once TIMEOT 3)
