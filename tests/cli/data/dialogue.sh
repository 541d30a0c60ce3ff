# Commands of the dialogue: q, exit, ?, and redo.
quiet() { sow play --seed 1 "$@" | grep -v '^ \|^$\|to move'; }
echo q | quiet
echo EXIT | quiet
echo '?' | quiet | head -n 3
echo "redo replays the moves that undo took back, until a new move is played."
printf 'redo\ne\nundo\nredo\nundo\nf\nredo\nq\n' | quiet --north greedy
echo "With two people, undo takes back one move."
printf 'e\nb\nundo\nundo\nredo\nredo\nredo\n' | quiet --north human
echo "A game with a pit Q."
printf 'q\n' | quiet kalah:pits=18,seeds=2 --north random --save q.ogn | head -n 3
