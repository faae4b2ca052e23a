callsight_add_capture(c TARGET app)
callsight_add_report(r FORMATS text CAPTUER c)
