add_executable(plain quiet.c)
callsight_add_capture(empty TARGET plain)
