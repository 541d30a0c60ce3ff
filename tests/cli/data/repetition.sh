# When two people play, they decide whether a repetition ends the game.
chase=1-0-0-0-0-0-1-0-0-0-0-0-23-23-S
cycle='a a b b c c d d e e f f'
quiet() { sow play --setup $chase "$@" | grep -v '^ \|^$\|to move\|sows'; }
echo "They end it."
printf '%s\n' $cycle yes | quiet oware --north human --save ended.ogn
tail -n 1 ended.ogn
echo "They play on, and end it at the next repetition."
printf '%s\n' $cycle a no $cycle y | quiet oware --north human --save played_on.ogn | sed -n '/repeats/,$p'
tail -n 2 played_on.ogn
echo "The record can be continued."
printf '%s\n' n a undo undo | sow play --load played_on.ogn --north human | grep 'repeats\|>'
echo "At the end of the input the game is over."
printf '%s\n' $cycle | quiet awari --north human | tail -n 2
echo "Nobody is asked in a game against a program, or if the rules do not say so."
printf '%s\n' a b c d e f | quiet oware --north greedy | tail -n 1
printf '%s\n' $cycle | quiet awari/solved --north human | tail -n 1
