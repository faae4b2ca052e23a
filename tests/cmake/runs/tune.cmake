# callsight-tune makes its own captures, in count mode; callsight-scan only looks.
callsight_add_capture(first TARGET app ARGS --once ENVIRONMENT TRACE_MODE=events)
callsight_add_capture(second TARGET app MODE summary)
