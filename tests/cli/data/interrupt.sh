# Without a terminal, Ctrl-C ends a game at a prompt or during a search, and saves it.
mkfifo input
: >output
: >deep
sow play --south human --north human --save game.ogn <input >output &
exec 3>input
echo e >&3
while ! grep -q 'North>' output; do sleep 0.05; done
kill -INT $!
wait $!
echo "exit $?"
tail -n 2 output
tail -n 1 game.ogn
exec 3>&-

sow play ohvalhu --south minimax:depth=60 --north random --save deep.ogn >deep &
while ! grep -q 'to move' deep; do sleep 0.05; done
kill -INT $!
wait $!
echo "exit $?"
tail -n 2 deep
tail -n 1 deep.ogn
