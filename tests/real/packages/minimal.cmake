# SPDX-License-Identifier: MIT
# Our own example, which instruments itself. Only uftrace_package.cmake knows it.
set(options -DCMAKE_PREFIX_PATH=${PREFIX})
set(targets minimal)
set(instruments_itself TRUE)
set(run_documents minimal --documents 16)
set(varying_functions "")
set(least 15)
