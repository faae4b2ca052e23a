include("${topic_dir}/lto-check.cmake")
