file(COPY "${INSTALLED}/" DESTINATION "${CMAKE_CURRENT_BINARY_DIR}/part"
  PATTERN "CallSightAnalyzerTargets*" EXCLUDE)
find_package(CallSight REQUIRED NO_DEFAULT_PATH PATHS "${CMAKE_CURRENT_BINARY_DIR}/part")
add_executable(app main.c)
callsight_instrument(app)
