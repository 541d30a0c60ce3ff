# Positions in all notations, from the command line, a file, and standard input.
sow play --setup '1-0-0-0-0-0-0-0-0-0-0-1-17-17-N' </dev/null | sed -n 4,9p
printf '# an endgame\n(1 0 0 0 0 0 17 0 0 0 0 0 1 17) N\n' >list.txt
sow play --setup list.txt </dev/null | sed -n 4,9p
printf '  f e d c b a\n  1 0 0 0 0 0\n17 17\n  1 0 0 0 0 0\nNorth to move\n' | sow play --setup - | sed -n 4,9p
printf '(1 0 0 0 0 0 17 0 0 0\n 0 -1 1 17)\n' >bad.txt
sow play --setup bad.txt
echo "exit $?"
sow play --setup nowhere.txt
echo "exit $?"
sow play --setup '1-2-3'
echo "exit $?"
