callsight_add_capture(c TARGET app STREAM 127.0.0.1:9001 ENVIRONMENT TRACE_FULL=wrap)
