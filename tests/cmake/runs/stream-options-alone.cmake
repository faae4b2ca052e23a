callsight_add_capture(c TARGET app STREAM_OPTIONS --insecure)
