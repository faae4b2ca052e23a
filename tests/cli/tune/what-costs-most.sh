# SPDX-License-Identifier: MIT
# Of a summary: what is called often and does little, not what takes its time; with --min-cost 0 both.
build-trace traces mode=summary hook_ns=3 events_hook_ns=10 <<'SCRIPT'
slot 1
row alpha 10 10 100000000 99000000 1000 20000000
row beta 100000 100000 1000000 1000000 5 50
octave 0 10 100000
row gamma_ray 900 900 900000 900000 1000 1000
octave 4 32 900
root 100000000
SCRIPT
callsight tune
callsight tune --min-cost 0 --min-save 0
callsight tune --min-save 100
callsight tune --top 1 --min-cost 0 --min-save 0 --format json | sed "s,\"module\":\"[^\"]*/,\"module\":\",; s,\"file\":\"[^\"]*/,\"file\":\","
