include("${topic_dir}/names-check.cmake")
