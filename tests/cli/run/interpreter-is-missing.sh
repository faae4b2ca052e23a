# SPDX-License-Identifier: MIT
printf '#!/no/such/interpreter\n' >script
chmod +x script
callsight run -- ./script
status=$?
ls
exit $status
