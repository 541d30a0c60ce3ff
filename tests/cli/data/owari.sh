# A game against a program: moves by letter and number, questions, taking back, and giving up.
sow play --seed 1 <<'END'
help
e
1
moves
hint
undo
board
undo
undo
B1
5
resign
END
echo "exit $?"
