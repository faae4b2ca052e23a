include("${topic_dir}/links-check.cmake")
