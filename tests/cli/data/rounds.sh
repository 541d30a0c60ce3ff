# A match of several rounds: seeds are put back, pits that cannot be filled are closed, and all rounds go to one file.
sow play bosh --rounds 3 --south greedy --north random --seed 3 --save match.ogn | grep -E 'over|round|fills|wins'
grep '^\[' match.ogn | grep -v Date
echo 'a match is continued from its file'
printf 'b\nquit\n' | sow play bosh:round=2,closed=A --north greedy --seed 1 --save one.ogn >/dev/null
printf 'moves\nquit\n' | sow play --load one.ogn --north greedy --seed 1
echo 'pits are shared'
sow play adi --rounds 2 --south greedy --north random --seed 2 | grep -E 'over|round|pits with|wins'
echo 'each set starts from the same position'
sow play mangala --rounds 0 --south greedy --north random --seed 2 --save sets.ogn | grep -E 'over|round|wins'
grep -E '^\[(Variant|Round|Result)' sets.ogn
printf 'resign\nquit\n' | sow play mangala:round=4,won=2-1 --north greedy --seed 1 | grep -E 'over|round|won'
echo 'errors'
sow play mangala:round=2,won=2-0
sow play mangala:round=2,won=x
sow play sungka:round=2,won=1-0
sow play kalah --rounds 2
sow play sungka:closed=ab
sow play sungka:round=2,closed=abcdefg
sow play sungka:round=2,closed=z
sow play sungka:round=2,closed=3
sow play sungka:round=2,closed=Ab --setup 1-7-7-7-7-7-7-7-0-7-7-7-7-7-0-0-S
echo next | sow play --north greedy --seed 1 | tail -n 2
printf 'a\nnext\nquit\n' | sow play sungka:round=2,closed=Ab --north greedy --seed 1
