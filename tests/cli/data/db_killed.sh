# A build that is killed at any moment and restarted produces the same files as an undisturbed one.
sow db build oware --seeds 10 --db whole >/dev/null 2>&1
for pause in 0.01 0.02 0.03 0.05 0.07 0.09 0.11 0.13 0.17 0.04 0.06 0.08 0.1 0.12 0.14 0.2; do
  (
    sow db build oware --seeds 10 --db killed --threads 1 >/dev/null 2>&1 &
    sleep $pause
    kill -9 $! 2>/dev/null
    wait $!
  ) 2>/dev/null
  rm -f killed/oware-*/10.sow killed/oware-*/09.sow
done
sow db build oware --seeds 10 --db killed >/dev/null 2>&1
diff -r whole killed && echo the same files
