# The generated source belongs to a target of a subdirectory and is named there: its functions are
# selected with every generator.
add_subdirectory(named-below)
