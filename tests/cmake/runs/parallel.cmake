# Many captures of one program at once; each has its own folder.
foreach(number RANGE 1 6)
  callsight_add_capture(run-${number} TARGET app ARGS ${number})
  callsight_add_report(report-${number} CAPTURE run-${number} FORMATS json)
endforeach()
