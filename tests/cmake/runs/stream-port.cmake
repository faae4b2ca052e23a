callsight_add_capture(c TARGET app STREAM [::1]:65536)
