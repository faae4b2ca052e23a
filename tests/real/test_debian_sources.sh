#!/bin/sh
# SPDX-License-Identifier: MIT
# Which entries of apt's configuration debian_sources.awk takes.
set -u
script=$(dirname "$0")/debian_sources.awk
status=0
suite=

# expect FORMAT INPUT OUTPUT
expect() {
  out=$(printf '%s\n' "$2" | awk -v format="$1" -v own='http://mirror.example/debian/' -v suite="$suite" -f "$script")
  if [ "$out" != "$3" ]; then
    printf 'from:\n%s\nexpected:\n%s\nis:\n%s\n' "$2" "$3" "$out"
    status=1
  fi
}

expect list 'deb http://mirror.example/debian stable main' \
  'deb-src http://mirror.example/debian stable main'
expect list 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://other.example/d stable main' \
  'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://other.example/d stable main'
expect list 'deb http://other.example/debian stable main' ''
expect list '# deb http://mirror.example/debian stable main' ''
expect list 'deb-src http://mirror.example/debian stable main' ''
expect list 'deb cdrom:[http://mirror.example/debian ]/ stable main' ''

expect deb822 '# a comment
Types: deb
URIs: http://mirror.example/debian/
Suites: stable stable-updates
Components: main' 'Types: deb-src
URIs: http://mirror.example/debian/
Suites: stable stable-updates
Components: main'
expect deb822 'Types: deb deb-src
URIs:
 http://first.example/x
 http://mirror.example/debian
Suites: stable
Components: main

Types: deb
URIs: http://other.example/x
Suites: stable
Components: main
Signed-By: /etc/apt/keyrings/other.gpg' 'Types: deb-src
URIs:
 http://first.example/x
 http://mirror.example/debian
Suites: stable
Components: main'
expect deb822 'Enabled: no
Types: deb
URIs: http://mirror.example/debian' ''
expect deb822 'Types: deb-src
URIs: http://mirror.example/debian' ''

# Another suite of the same archive: binary packages, from the entry of the release only.
suite=stable-backports
expect list 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://other.example/d stable main contrib
deb http://mirror.example/debian stable-updates main' \
  'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://other.example/d stable-backports main contrib'
expect deb822 'Types: deb
URIs: http://mirror.example/debian
Suites: stable stable-updates
Components: main

Types: deb
URIs: http://mirror.example/debian
Suites: stable-security
Components: main' 'Types: deb
URIs: http://mirror.example/debian
Suites: stable-backports
Components: main'
exit $status
