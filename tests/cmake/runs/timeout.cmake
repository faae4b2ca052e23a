callsight_add_capture(hang TARGET app ARGS hang TIMEOUT 1)
