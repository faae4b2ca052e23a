# SPDX-License-Identifier: MIT
printf '\357\273\277include src\r\nexclude-func "operator []" # words\r\ncounter cycles\r\n' >good
printf 'include src\nexclude-small many\n' >bad
callsight select --check-config good; echo "status $?"
callsight select --check-config bad; echo "status $?"
callsight select --check-config none; echo "status $?"
callsight select --check-config .; echo "status $?"
