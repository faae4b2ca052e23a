include("${topic_dir}/unity-check.cmake")
