# SPDX-License-Identifier: MIT
# The same place, size, file and module: only the name is another. Static functions of one name are
# told apart by their files, wherever these lie.
cat >a.json <<'REPORT'
{"schema":1,"summary":{"calls":10},"rows":[
{"function":"parse_old","module":"/old/app","file":"/old/p.c","line":3,"address":"0x100","size":64,"calls":2,"self_ns":1000},
{"function":"init","module":"/old/app","file":"/old/net.c","line":9,"address":"0x200","size":16,"calls":4,"self_ns":500},
{"function":"init","module":"/old/app","file":"/old/disk.c","line":9,"address":"0x300","size":16,"calls":4,"self_ns":700}]}
REPORT
cat >b.json <<'REPORT'
{"schema":1,"summary":{"calls":11},"rows":[
{"function":"init","module":"/new/app","file":"/new/disk.c","line":12,"address":"0x200","size":16,"calls":5,"self_ns":800},
{"function":"init","module":"/new/app","file":"/new/net.c","line":9,"address":"0x300","size":16,"calls":4,"self_ns":500},
{"function":"parse\u001b[31m","module":"/new/app","file":"/new/p.c","line":3,"address":"0x100","size":64,"calls":2,"self_ns":1200}]}
REPORT
callsight diff a.json b.json
