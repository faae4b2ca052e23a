# SPDX-License-Identifier: MIT
# Read by scripts after common.sh.

# check_formats FOLDER: a capture in all formats that can be compared; each follows the rules of its viewers,
# and what they read from it is what the JSON report says. Files are FOLDER.<format>.
check_formats() {
  checked=
  for format in json csv pprof chrome perfetto firefox; do
    "$CALLSIGHT" analyze "$1" --format $format --output "$1.$format" 2> "$1.err" ||
      fail "$1: analyze --format $format: $(cat "$1.err")"
    checked="$checked $format $1.$format"
  done
  # Word splitting is meant.
  "$COMPARE_EXPORTS" $checked || fail "$1: formats do not agree"
  "$PROTOC" --decode=perfetto.protos.Trace --proto_path="$SCHEMA" perfetto_trace.proto \
    < "$1.perfetto" > /dev/null || fail "$1: protoc does not decode the Perfetto trace"
}
