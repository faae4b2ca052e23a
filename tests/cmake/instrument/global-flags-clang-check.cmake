set(compiler clang)
include("${topic_dir}/global-flags-check.cmake")
