# SPDX-License-Identifier: MIT
# The filters hold for every format, and the numbers agree.
build-trace traces <<'SCRIPT'
thread
name 1990 main
enter 2000 alpha
enter 2100 beta
exit 2200
enter 2300 gamma_ray
enter 2400 beta
exit 2500
exit 2700
exit 3000
thread
name 1990 worker
enter 2000 beta
exit 2050
SCRIPT
for filter in '--from 1100ns --to 1450ns' '--thread work*' '--function gamma*' '--min-duration 101ns' '--depth 1'; do
  echo "-- $filter"
  callsight analyze $filter --format folded 2>&1
  callsight analyze $filter --columns function,calls,self,incl,min,max | sed -n '/^threads/p; /^function/,/^$/p'
done
echo '-- nothing'
callsight analyze --function none; echo $?
build-trace counts mode=count <<'SCRIPT'
slot 1
count alpha 1
SCRIPT
callsight analyze counts --depth 1; echo $?
