if(configure_error MATCHES "perf.quiet")
  fail("a warning for a folder whose BUILD_TESTING is off")
endif()
