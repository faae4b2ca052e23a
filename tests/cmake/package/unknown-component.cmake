find_package(CallSight REQUIRED COMPONENTS Runtime Kernel)
