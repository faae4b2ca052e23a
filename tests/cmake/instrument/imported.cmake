add_library(foreign STATIC IMPORTED)
callsight_instrument(foreign)
