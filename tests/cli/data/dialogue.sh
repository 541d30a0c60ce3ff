# The words of the dialogue: q, exit, ? and redo.
quiet() { sow play --seed 1 "$@" | grep -v '^ \|^$\|to move'; }
echo q | quiet
echo EXIT | quiet
echo '?' | quiet | head -n 3
echo "What undo took back, redo plays again; a new move ends that."
printf 'redo\ne\nundo\nredo\nundo\nf\nredo\nq\n' | quiet --north greedy
echo "Two people take back a move each."
printf 'e\nb\nundo\nundo\nredo\nredo\nredo\n' | quiet --north human
echo "A game that has a pit Q."
printf 'q\n' | quiet kalah:pits=18,seeds=2 --north random --save q.ogn | head -n 3
