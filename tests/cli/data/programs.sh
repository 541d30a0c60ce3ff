# Two programs play each other; the same seed gives the same game.
sow play kalah:pits=3,seeds=2 --south greedy --north minimax:depth=4 --seed 5 --save a.ogn
sow play kalah:pits=3,seeds=2 --south greedy --north minimax --depth 4 --seed 5 --save b.ogn >b.txt
cmp a.ogn b.ogn
grep -v Date a.ogn
