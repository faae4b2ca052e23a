callsight_add_capture(c TARGET app MODE sums)
