# A game that cannot be saved is not lost.
echo 'e' | sow play --north random --seed 1 --save /dev/full 2>errors >/dev/null
echo "exit $?"
grep -v Date errors
echo 'quit' | sow play --save no/such/folder/game.ogn >/dev/null 2>errors
echo "exit $?"
head -n 1 errors
sow rules list >/dev/full
echo "exit $?"
sow play --south random --north random >/dev/full
echo "exit $?"
