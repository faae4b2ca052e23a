# SPDX-License-Identifier: MIT
# What a link needs, and what stands before it. The command is run with the words appended when it links.
callsight flags --link
sort _callsight/link.rsp
callsight flags --launcher --name app --dir kept
callsight flags --launcher --shared
grep -c -e rpath -e libcallsight-rt.so _callsight/link-shared.rsp
echo '-- a command that links, and one that does not'
callsight link --append two --append three -- echo one
callsight link --append two -- echo one -c
