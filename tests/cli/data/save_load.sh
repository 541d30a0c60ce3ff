# A game is saved when the input ends, and loaded with its comments.
printf 'e\nb\n' | sow play --north cautious --seed 1 --save game.ogn | tail -n 2
grep -v Date game.ogn
sed -i 's/1\. E/1. E {the usual beginning}/' game.ogn
printf 'save\nquit\n' | sow play --load game.ogn --north cautious --seed 1 --save game.ogn
grep -v Date game.ogn
echo 'the last of several games is updated'
cat game.ogn game.ogn >two.ogn
echo resign | sow play owari --load two.ogn --save two.ogn | tail -n 2
grep -c Variant two.ogn
tail -n 1 two.ogn
echo 'a new game is appended, and updated when it is saved again'
cp two.ogn before.ogn
printf 'e\nsave two.ogn\nf\nsave two.ogn\n' | sow play --north human --save two.ogn | grep Saved
head -c "$(wc -c <before.ogn)" two.ogn | cmp - before.ogn
grep -c Variant two.ogn
tail -n 1 two.ogn
echo 'other files are not replaced'
echo 'my notes' >notes.txt
sow play --south random --north random --save notes.txt
echo "exit $?"
printf 'e\nsave notes.txt\n' | sow play --north human | tail -n 2
cat notes.txt
printf '[Variant "owari"]\n\n1. E {cut off' >broken.ogn
sow play --south random --north random --save broken.ogn
echo "exit $?"
echo 'unless forced'
printf 'e\nsave! notes.txt\n' | sow play --north human | tail -n 2
tail -n 1 notes.txt
sow play --south random --north random --seed 1 --save before.ogn --force >/dev/null
grep -c Variant before.ogn
echo 'an empty file is filled'
: >empty.ogn
printf 'e\n' | sow play --north human --save empty.ogn | tail -n 1
tail -n 1 empty.ogn
echo 'a file that grew meanwhile keeps its games'
{ printf 'e\nsave empty.ogn\n'; while [ "$(grep -c Variant empty.ogn)" -lt 2 ]; do sleep 0.05; done; printf '\n[Variant "oware"]\n\n1. F *\n' >>empty.ogn; printf 'f\n'; } |
  sow play --north human --save empty.ogn | grep -c Saved
grep -c Variant empty.ogn
grep '^1' empty.ogn
ls
