# SPDX-License-Identifier: MIT
# Read by scripts after common.sh.

# check_formats FOLDER [OPTION...]: a capture in all formats that can be compared; each follows the rules of its
# viewers, and what they read from it is what the JSON report says. Files are FOLDER.<format>.
check_formats() {
  checked_folder=$1 checked=
  shift
  for format in json csv pprof chrome perfetto firefox speedscope; do
    "$CALLSIGHT" analyze "$checked_folder" --format $format --output "$checked_folder.$format" "$@" \
      2> "$checked_folder.err" ||
      fail "$checked_folder: analyze --format $format $*: $(cat "$checked_folder.err")"
    checked="$checked $format $checked_folder.$format"
  done
  # Word splitting is meant.
  "$COMPARE_EXPORTS" $checked || fail "$checked_folder: formats do not agree $*"
  "$PROTOC" --decode=perfetto.protos.Trace --proto_path="$SCHEMA" perfetto_trace.proto \
    < "$checked_folder.perfetto" > /dev/null || fail "$checked_folder: protoc does not decode the Perfetto trace"
}
