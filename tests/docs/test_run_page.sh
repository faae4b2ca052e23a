#!/bin/sh
# SPDX-License-Identifier: MIT
# test_run_page.sh FOLDER: what run_page.sh finds in a page, and what it lets pass.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$1
rm -rf "$work"
mkdir -p "$work/tree" "$work/prefix/bin" "$work/built/demo" || exit 1
echo 'of the project' >"$work/built/demo/file"
bad=0

# page STATUS TEXT NAME: runs the page on standard input; expects this status, and TEXT on standard error.
page() {
  cat >"$work/tree/page.md"
  sh "$here/run_page.sh" "$work/tree" "$work/run" "$work/prefix" "$work/built" "$work/sources" page.md \
    >"$work/out" 2>"$work/err"
  status=$?
  if [ $status -ne "$1" ] || ! grep -q -e "$2" "$work/err"; then
    [ $status -eq "$1" ] && [ -z "$2" ] && return
    echo "$3: status $status, expected $1 and '$2' in:" >&2
    cat "$work/err" >&2
    bad=1
  fi
}

page 0 '' 'output that differs in times only' <<'END'
<!-- test: built demo -->
```sh
cat file
echo 'function   calls  3.14 ms  70%'
```

```output
function calls  2 us 7%
...
of the project
```
END
page 1 'not written: of a project' 'other output' <<'END'
```sh
echo of the project
```
```output
of a project
```
END
page 1 'not written: 4 calls in #' 'another count' <<'END'
```sh
echo 3 calls in 2 ms
```
```output
4 calls in 1.5 ms
```
END
page 1 'the page shows no line' 'empty output' <<'END'
```sh
echo something
```
```output
...
```
END
page 1 'page.md:1: these commands fail, status 1' 'a command that fails' <<'END'
```sh
false
echo went on
```
END
page 1 'status 1, the page says 0' 'what fails before &&, at the end' <<'END'
```sh
false && true
```
END
page 0 '' 'the status that the page says' <<'END'
<!-- test: status 3 -->
```sh
sh -c 'exit 3'
```
END
page 1 'status 0, the page says 3' 'another status than the page says' <<'END'
<!-- test: status 3 -->
```sh
true
```
END
page 1 "unknown directive 'proyect'" 'a typing error' <<'END'
<!-- test: proyect demo -->
```sh
true
```
END
page 1 'skip needs a word' 'a block left out without a reason' <<'END'
<!-- test: skip -->
```sh
true
```
END
page 1 'no commands are run' 'a page without commands' <<'END'
```console
docker run
```
END
page 1 'commands that are indented' 'commands in a list' <<'END'
- So:
  ```sh
  false
  ```
END
page 0 '' 'replaced words, a file, hidden commands' <<'END'
<!-- test:
replace 192.0.2.7:9001 => there
file kept
-->
```ini
address = 192.0.2.7:9001
```

<!-- test: run grep -q -x 'address = there' kept -->
```sh
echo to 192.0.2.7:9001
```
```output
to 192.0.2.7:9001
```
END
page 1 'these commands fail' 'a hidden command that fails' <<'END'
```sh
echo one two >kept
```
<!-- test: run docs_lacks one kept -->
END
page 1 'waited in vain for a file: found nothing' 'what does not come, waited for in a block' <<'END'
<!-- test: run docs_patience=3 -->
<!-- test: replace true => docs_await "a file" eval "echo found nothing; false" -->
```sh
true
```
END
page 0 '' 'what comes late' <<'END'
```sh
(sleep 0.2; echo late >late) &
```
<!-- test: run docs_await "a file" grep late late -->
END
page 0 '' 'something in the background' <<'END'
```sh
sleep 1000 & echo $! >~/job
```
END
if kill -0 "$(cat "$work/run/home/job")" 2>/dev/null; then
  echo 'what was left in the background goes on' >&2
  bad=1
fi
page 0 '' 'what has ended in the background' <<'END'
<!-- test: run kill() { echo "$1" >>~/killed; command kill "$1"; } -->
```sh
true &
docs_await 'the end of a job' sh -c "! [ -d /proc/$! ]"
sleep 1000 & echo $! >~/job
```
END
[ "$(cat "$work/run/home/killed")" = "$(cat "$work/run/home/job")" ] || {
  echo 'a number is killed that is no longer a job, or not the one that is' >&2
  bad=1
}
exit $bad
