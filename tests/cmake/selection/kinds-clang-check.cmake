include("${topic_dir}/kinds-check.cmake")
