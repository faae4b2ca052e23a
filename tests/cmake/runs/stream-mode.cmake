callsight_add_capture(c TARGET app MODE summary STREAM 127.0.0.1:9001)
