callsight_add_capture(c TARGET app ARGS --once TIMEOUTS 5)
