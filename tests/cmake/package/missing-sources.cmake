file(COPY "${INSTALLED}/" DESTINATION "${CMAKE_CURRENT_BINARY_DIR}/part"
  PATTERN "CallSightStreamTargets*" EXCLUDE PATTERN "share/callsight/stream" EXCLUDE)
find_package(CallSight REQUIRED NO_DEFAULT_PATH PATHS "${CMAKE_CURRENT_BINARY_DIR}/part")
callsight_add_stream_client(client)
