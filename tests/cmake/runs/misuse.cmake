# The commands of misuse-check.cmake are called one by one.
