# SPDX-License-Identifier: MIT
# The cases of link_case.sh, which sources it.
case $case_name in
O0 | O1 | O2 | O3)
  program "$cc" -$case_name
  same_code app $names
  run ./app
  ;;
esac
