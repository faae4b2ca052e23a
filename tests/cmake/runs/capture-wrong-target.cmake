callsight_add_capture(c TARGET nobody)
