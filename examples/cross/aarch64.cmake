# SPDX-License-Identifier: MIT
# Debian's cross compiler for aarch64 (package gcc-aarch64-linux-gnu), and qemu-user to run what it builds.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# Packages of this machine count as well. CallSight is one: it is installed here, its runtime is compiled for the board.
# With ONLY, as many toolchain files have it, -DCallSight_DIR=<prefix>/lib/cmake/CallSight names it.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
# How captures of the build run a program; a board is reached by a script that copies and starts it.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
