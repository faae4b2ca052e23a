include("${topic_dir}/commands-check.cmake")
