include("${topic_dir}/sanitizers-check.cmake")
