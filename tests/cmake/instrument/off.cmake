add_executable(app main.c helper.c)
callsight_instrument(app CONFIG off.config)
callsight_add_capture(run-app TARGET app ARGS --once)
callsight_add_report(app-report CAPTURE run-app FORMATS text json)
