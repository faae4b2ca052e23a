# SPDX-License-Identifier: MIT
one() {
  printf 'thread\nenter 2000 %s\nexit 2010\n' "$1"
}
one alpha | build-trace traces name=app-1-1 pid=1 ppid=9 start=100
one beta | build-trace traces name=app-2-2 pid=2 ppid=9 start=200
one gamma_ray | build-trace traces name=app-3-3 pid=3 ppid=2 parent=app-2-2 start=201
echo newest; callsight analyze --format folded
echo all; callsight analyze --format folded --all
echo one; callsight analyze --format folded traces/app-1-1/
