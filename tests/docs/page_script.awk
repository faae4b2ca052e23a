# SPDX-License-Identifier: MIT
# Makes a shell script of the commands of a page; tests/docs/README.md says what a page can declare.
#
#   awk -v page=NAME -v root=DIR -v work=DIR -v prefix=DIR -v built=DIR \
#     -v sources=DIR -f page_script.awk PAGE
#
# Beside the script, WORK/page.<n> is made of each block of output that is shown.
function complain(text) {
  print page ":" FNR ": " text | "cat >&2"
  failed = 1
  exit 1
}

# Every FROM in TEXT, literally, becomes TO.
function replaced(text, from, to, at, done) {
  done = ""
  while ((at = index(text, from)) > 0) {
    done = done substr(text, 1, at - 1) to
    text = substr(text, at + length(from))
  }
  return done text
}

function filled(text, i) {
  for (i = 1; i <= replacements; i++)
    text = replaced(text, from[i], to[i])
  text = replaced(replaced(text, "<prefix>", prefix), "<root>", root)
  return replaced(replaced(text, "<built>", built), "<sources>", sources)
}

function quoted(text) {
  return "'" replaced(text, "'", "'\\''") "'"
}

function add_replacement(text, at) {
  at = index(text, " => ")
  if (!at)
    complain("replace needs 'OLD => NEW'")
  replacements++
  from[replacements] = substr(text, 1, at - 1)
  to[replacements] = substr(text, at + 4)
}

function directive(text, word, rest) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  if (text == "")
    return
  word = text
  sub(/[ \t].*/, "", word)
  rest = substr(text, length(word) + 2)
  if (word == "project" || word == "built")
    print "docs_project " quoted((word == "built" ? built : root) "/" filled(rest))
  else if (word == "replace")
    add_replacement(rest)
  else if (word == "run")
    print "docs_line=" FNR "\n{\n" filled(rest) "\n} >>\"$docs_out.more\" 2>&1\ndocs_status=$?\ndocs_expect_status 0"
  else if (word == "mask")
    print rest >>(work "/masks")
  else if (word == "file" || word == "append" || word == "skip" || word == "status")
    next_is[word] = rest == "" ? complain(word " needs a word") : rest
  else
    complain("unknown directive '" word "'")
}

function begin_commands() {
  blocks++
  print "docs_line=" FNR " docs_out=$docs_work/out." blocks
  if ("status" in next_is)
    print "set +e"
  print "{"
}

function end_commands() {
  print "} >\"$docs_out\" 2>&1\ndocs_status=$?\nset -e"
  print "docs_expect_status " ("status" in next_is ? next_is["status"] : 0)
}

function begin_block() {
  inside = 1
  if ("skip" in next_is)
    kind = "skip"
  else if ("file" in next_is || "append" in next_is)
    kind = "file"
  else if ($0 == "```sh")
    kind = "sh"
  else if ($0 == "```output")
    kind = "output"
  else
    kind = "other"
  if (kind == "sh")
    begin_commands()
  if (kind == "file")
    print "docs_line=" FNR "\ncat " ("file" in next_is ? ">" next_is["file"] : ">>" next_is["append"]) " <<'DOCS_END'"
  if (kind == "output") {
    if (!blocks)
      complain("output of what?")
    shown++
    printf "" >(work "/page." shown)
  }
}

function end_block(word) {
  inside = 0
  if (kind == "sh")
    end_commands()
  if (kind == "file")
    print "DOCS_END"
  if (kind == "output") {
    close(work "/page." shown)
    print "docs_line=" FNR "\ndocs_compare " shown
  }
  skipped += kind == "skip"
  for (word in next_is)
    delete next_is[word]
}

/^<!-- test:.*-->$/ && !inside {
  text = $0
  sub(/^<!-- test:/, "", text)
  sub(/-->$/, "", text)
  directive(text)
  next
}
/^<!-- test:$/ && !inside { declaring = 1; next }
declaring && /^-->$/ { declaring = 0; next }
declaring { directive($0); next }
/^[ \t]+```sh/ { complain("commands that are indented are not run") }
/^```/ { if (inside) end_block(); else begin_block(); next }
inside && (kind == "sh" || kind == "file") { print filled($0) }
inside && kind == "output" { print filled($0) >(work "/page." shown) }

END {
  if (!failed && !blocks && !skipped) {
    print page ": no commands are run" | "cat >&2"
    failed = 1
  }
  exit failed
}
