# Games with random starts: each game has another start, which its record names.
sow play random-kalah --south random --north random --seed 5 --save game.ogn | grep Random
grep '^\[Variant' game.ogn
echo 'the record is replayed from its start'
printf 'moves\nquit\n' | sow play --load game.ogn --south human --north random --seed 1 | grep -E 'Random|over'
echo 'the start can be chosen'
sow play random-kalah:deal=17 --south random --north random --seed 5 | grep Random
echo 'a match plays each start twice, and can be resumed'
sow match greedy random --game random-kalah --games 6 --seed 1 --threads 1 --quiet --save match.ogn >/dev/null
grep '^\[Variant' match.ogn | uniq -c | tr -s ' '
sow match greedy random --game random-kalah --games 6 --seed 1 --threads 1 --resume match.ogn | head -n 2
echo 'a match that was killed while writing a game can be resumed, too'
head -c $(($(wc -c <match.ogn) - 100)) match.ogn >torn.ogn
sow match greedy random --game random-kalah --games 6 --seed 1 --threads 1 --quiet --resume torn.ogn >/dev/null
grep '^\[Variant' torn.ogn | uniq -c | tr -s ' '
echo 'errors'
sow play kalah:deal=17
sow play random-kalah:deal=1000000
