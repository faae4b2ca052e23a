callsight_add_capture(c TARGET app TIMEOUT soon)
