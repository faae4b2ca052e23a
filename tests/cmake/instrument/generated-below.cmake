# The generated source belongs to a target of a subdirectory.
add_subdirectory(made)
callsight_instrument(app CONFIG generated-below.config)
