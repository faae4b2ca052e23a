# Time enough to say something first, on any machine.
callsight_add_capture(hang TARGET app ARGS hang TIMEOUT 10)
