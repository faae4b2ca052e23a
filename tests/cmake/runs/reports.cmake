callsight_add_report(first-report CAPTURE first FORMATS text json folded csv pprof)
callsight_add_capture(first TARGET app ARGS --once "two words" "a,b"
  ENVIRONMENT COLOUR=red
  INPUTS input.txt TIMEOUT 30)
callsight_add_capture(second TARGET app)
