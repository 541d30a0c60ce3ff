# A file size limit is reported as an error instead of killing the program, and the match can be resumed.
(
  ulimit -f 4
  sow match greedy random --games 100 --threads 1 --save m.ogn --quiet
  echo "exit $?"
) 2>&1 | sed 's/^\(m.ogn\).*write.*/\1 cannot be written/'
sow match greedy random --games 100 --threads 1 --resume m.ogn --quiet >/dev/null
grep -c Variant m.ogn
