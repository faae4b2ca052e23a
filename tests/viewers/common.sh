# SPDX-License-Identifier: MIT
# Read by the scripts of this folder: sh SCRIPT WORK-FOLDER, which make_exports.sh has filled. Of each
# of them there is NAME.FORMAT of each format.
set -u
captures='exact recursion demo cut shallow below'
formats='json text tree callers html csv folded chrome perfetto firefox speedscope callgrind pprof'
formats_of_sums='json csv folded html callgrind pprof'
work_folder=$1
mkdir -p "$work_folder" && cd "$work_folder" || exit 1

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# of_csv CAPTURE COLUMN: "calls ns function" lines of the CSV report, whose names here need no quotes: function,
# kind, module, file, line, address, size, calls, resumes, incl_ns, self_ns.
of_csv() {
  tr -d '"\r' < "$1.csv" | awk -F , -v column="$2" 'NR > 1 { print $8, $column, $1 }' | sort
}
