#!/bin/sh
# SPDX-License-Identifier: MIT
# bootstrap_packages.sh ROOT WORK: how ./bootstrap.sh installs what is missing, by an apt-get that fails as often as
# it is told to. Nothing of this machine is changed: what is missing is a file of the test.
set -u
root=$1 work=$2
rm -rf "$work"
mkdir -p "$work/bin" && cd "$work" || exit 1
PATH=$work/bin:$PATH
export PATH

# What bootstrap.sh goes on with has to fail at once, sleeping to take no time, and root to be nobody.
printf '#!/bin/sh\nexit 1\n' >bin/cmake
printf '#!/bin/sh\necho "$1" >>"%s/slept"\n' "$work" >bin/sleep
printf '#!/bin/sh\nexec "$@"\n' >bin/sudo
printf '#!/bin/sh\necho "Candidate: 1"\n' >bin/apt-cache
cat >bin/apt-get <<END
#!/bin/sh
for word; do
  case \$word in install | update) echo "\$word" >>"$work/done" ;; esac
done
left=\$(cat "$work/fails")
[ "\$left" -eq 0 ] || { echo \$((left - 1)) >"$work/fails"; exit 100; }
case \$* in *install*) : >"$work/installed" ;; esac
END
chmod +x bin/*
# One row only, of a file that apt-get makes.
awk -v row="a-package file:$work/installed demo what is missing" '
  /^needs=/ { print; print row; skip = 1; next }
  skip && /^.$/ { skip = 0 }
  !skip' "$root/bootstrap.sh" >bootstrap.sh

# expect FAILURES STATUS DONE SLEPT: apt-get fails so often.
expect() {
  rm -f installed slept done
  echo "$1" >fails
  : >slept
  sh bootstrap.sh demo --yes </dev/null >output 2>&1
  status=$?
  is="$status: $(tr '\n' ' ' <done)slept $(tr '\n' ' ' <slept)"
  [ "$is" = "$2: $3 slept $4" ] || {
    echo "$1 failures: '$is', expected '$2: $3 slept $4'" >&2
    cat output >&2
    exit 1
  }
}

# 1: it went on, to a CMake that fails. 3: it could not install.
expect 0 1 'install' ''
expect 1 1 'install update install' '0 '
expect 2 1 'install update install' '0 '
expect 3 1 'install update install update install' '0 20 '
expect 5 1 'install update install update install update install' '0 20 60 '
expect 99 3 'install update install update install update install' '0 20 60 '
