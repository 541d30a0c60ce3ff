# A game against a program: moves by letter and number, commands, undo, and resignation.
sow play --north greedy --seed 1 <<'END'
help
e
1
moves
undo
board
undo
undo
B1
5
resign
END
echo "exit $?"
