# Batches stay; which functions are traced is decided in the linked file.
add_executable(app main.c helper.c plug.c)
set_target_properties(app PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 2)
callsight_instrument(app CONFIG unity.config)
