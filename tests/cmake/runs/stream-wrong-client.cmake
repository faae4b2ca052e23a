set(CALLSIGHT_STREAM_CLIENT /nowhere/callsight-stream)
callsight_add_capture(c TARGET app STREAM unix:/tmp/socket)
