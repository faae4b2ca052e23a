build(callsight-select OUTPUT output ERROR error)
expect_text("${output}${error}" "no-match\\.config:2: warning: [^\n]*nothing/\\*\\.c")
expect_text("${output}${error}" "no-match\\.config:3: warning: [^\n]*nobody")
