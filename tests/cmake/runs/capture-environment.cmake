callsight_add_capture(c TARGET app ENVIRONMENT COLOUR)
