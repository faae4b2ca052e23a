find_package(CallSight 7.0 REQUIRED)
