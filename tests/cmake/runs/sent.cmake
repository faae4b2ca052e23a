# What is recorded goes to a server, here one that the check starts in the build folder.
callsight_add_capture(sent TARGET app ARGS ring STREAM unix:socket STREAM_OPTIONS --level 3)
callsight_add_capture(kept TARGET app)
callsight_add_stream_client(board-client)
