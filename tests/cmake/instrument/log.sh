# A launcher: notes its first word and what comes out, runs the rest.
word=$1
shift
out=
for argument; do
  [ "$before" = -o ] && out=$argument
  before=$argument
done
echo "$word ${out##*/}" >>launched.txt
exec "$@"
