# SPDX-License-Identifier: MIT
echo "this is a text file of more than one header, which has no magic in it at all" >notes.txt
callsight dump notes.txt
echo $?
head -c 1000 /dev/zero | tr '\0' x >x.bin
callsight dump x.bin
echo $?
callsight dump nothing.cst
