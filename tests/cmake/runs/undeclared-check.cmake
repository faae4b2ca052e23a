build(callsight-report OUTPUT output)
flatten(output)
expect_text("${output}" "work")
expect_text("${output}" "other ended with status 7(, recorded nothing)? The last lines of its output, all of it is in \
[^ ]*/callsight-run-other/output.log: usage: other FILE")
# Nothing of other.c is selected: said, and no obstacle for the rest.
expect_text("${output}" "callsight-report-other: the run recorded nothing")
expect_no_file(_callsight/captures/callsight-run-plain)
