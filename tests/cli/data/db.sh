# Building, counting, verifying, probing, and exporting databases, and what can go wrong.
sow db build owari --seeds 5 --db here 2>/dev/null | sed 's/ in here.*//; s/ in [0-9.]* s/ in … s/'
sow db build owari --seeds 6 --db here 2>/dev/null | sed 's/ in here.*//; s/ in [0-9.]* s/ in … s/'
sow db stats owari --db here
sow db stats awari/solved --db here 2>&1 | sed 's#here/[^;]*#here/…#'
sow db build awari/solved --seeds 3 >/dev/null 2>&1
sow db stats awari/solved --csv
sow db stats awari/solved --seeds 2 --json
sow db verify owari --db here 2>/dev/null
sow db verify owari --db here --sample 100 2>/dev/null
sow db probe owari 0-0-0-1-0-1-0-0-2-0-1-0-15-16-N --db here
sow db build oware --seeds 6 >/dev/null 2>&1
sow db probe oware 0-0-0-1-0-1-0-0-2-0-1-0-21-22-S
sow db probe oware 0-0-0-1-0-1-0-0-2-0-1-0-21-22-S --json
sow db probe oware 1-1-0-1-0-1-0-0-2-0-1-0-20-21-S
echo Many positions at once. Invalid lines are reported and skipped.
printf '0-0-0-1-0-1-0-0-2-0-1-0-21-22-S\n1-1-0-1-0-1-0-0-2-0-1-0-20-21-S\n\n(0 0 0 1 0 1 21 0 0 2 0 1 0 22)\n' >asked
sow db probe oware --batch asked
(echo nonsense; cat asked; echo 1-2-3) | sow db probe oware --batch - ; echo "exit $?"
sow db probe oware; echo "exit $?"
sow db build hus --seeds 4; echo "exit $?"
sow db build owari --seeds 90 --db here 2>&1 | sed 's/, [0-9.]* [MG]B free/, … free/; s/[0-9.]* GB/… GB/g; s/ in here.*//'

echo A damaged file is reported and rebuilt.
file=$(echo here/owari-*/05.sow)
printf x | dd of="$file" bs=1 seek=1000 conv=notrunc 2>/dev/null
sow db probe owari 0-0-0-1-0-1-0-0-2-0-1-0-15-16-N --db here 2>&1 | sed 's#here/[^/]*#here/…#'
(sow db verify owari --db here; echo "exit $?") 2>&1 | grep '^sow\|^exit' | sed 's#here/[^/]*#here/…#'
sow db build owari --seeds 6 --db here 2>&1 | grep -v '% done' | sed 's#here/[^/]*#here/…#; s/ in here.*//; s/ in [0-9.]* s/ in … s/'
echo A file of another game.
cp here/owari-*/05.sow "$XDG_DATA_HOME"/sow/oware-*/05.sow
sow db stats oware 2>&1 >/dev/null | sed 's#/.*/#…/#'
echo A file instead of a folder.
sow db build owari --seeds 3 --db here/owari-*/lock 2>&1 >/dev/null | sed 's#here/[^:]*#here/…#'
echo A full disk.
(ulimit -f 16; sow db build owari --seeds 9 --db full 2>&1 >/dev/null | grep 'cannot write' | sed 's#full/[^/]*#full/…#')
ls full/owari-*
echo Two builds at once.
mkfifo held
(flock 9; : >held; exec sleep 60) 9>"$(echo here/owari-*/lock)" &
: <held
sow db build owari --seeds 7 --db here 2>&1 >/dev/null | sed 's#here/[^)]*#here/…#'
kill $!
echo Checksums for sha256sum.
sow db stats owari --db here --sums >sums
cut -c 65- sums
(cd here/owari-* && sha256sum --check --quiet ../../sums && echo fine)
sow db stats owari --db here --seeds 1 --sums | sha256sum | cut -c 1-16
echo Exporting a level.
sow db export owari --db here --seeds 2 --csv values.csv
head -n 3 values.csv
sow db export owari --db here --seeds 2 --boards --csv boards.csv
head -n 2 boards.csv
sow db export owari --db here --seeds 6 --npy values.npy
head -c 128 values.npy | tail -c 118 | tr -s ' '
sow db export owari --db here --seeds 6; echo "exit $?"
sow db export owari --db here --seeds 7 --npy more.npy; echo "exit $?"
ls more.npy 2>&1
