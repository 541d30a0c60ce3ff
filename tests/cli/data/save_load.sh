# A game is kept when the input ends, and taken up again with its comments.
printf 'e\nb\n' | sow play --north cautious --seed 1 --save game.ogn | tail -n 2
grep -v Date game.ogn
sed -i 's/1\. E/1. E {the usual beginning}/' game.ogn
printf 'save\nquit\n' | sow play --load game.ogn --north cautious --seed 1 --save game.ogn
grep -v Date game.ogn
echo 'a user of several games'
cat game.ogn game.ogn >two.ogn
echo resign | sow play owari --load two.ogn --save two.ogn | tail -n 2
grep -c Variant two.ogn
tail -n 1 two.ogn
ls
