add_library(headers INTERFACE)
callsight_instrument(headers)
