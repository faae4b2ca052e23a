# An installation has a man page for every command, and completion for three shells.
find_package(CallSight REQUIRED)
