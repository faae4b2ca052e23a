callsight_add_report(r CAPTURE nobody)
