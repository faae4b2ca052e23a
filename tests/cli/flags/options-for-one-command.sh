# SPDX-License-Identifier: MIT
# Without --each one response file is for a command that compiles everything; a second call with the
# same answer touches nothing.
printf 'int add(int a) { return a; }\nint main(void) { return add(0); }\n' >a.c
printf 'int sub(int a) { return -a; }\n' >b.c
printf 'exclude-func sub\n' >trace.config
printf '# what make knows\na.c\n\nb.c\n' >list
callsight flags --config trace.config --name app --from list
cat _callsight/all.rsp | sed 's/-[0-9a-f]\{16\}$/-DIGEST/'
find _callsight -type f -exec touch -d 2001-01-01 {} +
callsight flags --config trace.config --name app a.c b.c >/dev/null
find _callsight -type f -newermt 2002-01-01 | sort
echo '-- after an edit'
echo '# a word' >>trace.config
callsight flags --config trace.config --name app a.c b.c >/dev/null
find _callsight -type f -newermt 2002-01-01 | sort
printf 'exclude-func add\n' >trace.config
callsight flags --config trace.config --name app a.c b.c >/dev/null
find _callsight -type f -newermt 2002-01-01 | sort
