# SPDX-License-Identifier: MIT
# On a tmpfs that is nearly full, and where nothing can be written. In a namespace of its own.
unshare -rm true 2>/dev/null || {
  echo "no mounts of one's own in this container" >&2
  exit 77
}
mkdir full read-only
unshare -rm sh -c '
  asked() {
    callsight doctor --cc true --ctags "" "$@" | sed -n "/^.\{8\}\(capture folder\|file system\|free space\)/p"
  }
  mount -t tmpfs -o size=1m none full && mount -t tmpfs -o ro none read-only || exit
  asked --dir full
  asked --dir full/a/b | sed -n 1p
  asked --dir read-only
  asked --dir read-only/a
  head -c 1048576 /dev/zero >full/data
  asked --dir full
  mount -t tmpfs -o size=1m none /dev/shm || exit
  callsight doctor --cc true --ctags "" | grep "shared memory"
  TRACE_SHM=/r callsight doctor --cc true --ctags "" | grep "shared memory"
  mount -o remount,ro none /dev/shm
  callsight doctor --cc true --ctags "" | grep "shared memory"
'
ls
