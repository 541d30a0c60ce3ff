# A file that may not grow is an error, not a signal. What was saved before can be gone on with.
(
  ulimit -f 4
  sow match greedy random --games 100 --threads 1 --save m.ogn --quiet
  echo "exit $?"
) 2>&1 | sed 's/^\(m.ogn\).*write.*/\1 cannot be written/'
sow match greedy random --games 100 --threads 1 --resume m.ogn --quiet >/dev/null
grep -c Variant m.ogn
