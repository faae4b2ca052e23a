callsight_add_capture(bad TARGET app ARGS fail 3)
callsight_add_report(bad-report CAPTURE bad)
