include("${topic_dir}/precompiled-header-check.cmake")
