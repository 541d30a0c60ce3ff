#!/bin/sh
# misbehave.sh HOW: speaks UCI until it has to move, or misbehaves before that.
how=$1
[ "$how" = mute ] && exec sleep 1000
[ "$how" = stillborn ] && { echo "no weights found" >&2; exit 3; }
case $how in
  children | orphan) sleep 1000 & echo $! >"$2" ;;
  escaped) setsid sleep 1000 & echo $! >"$2" ;;
esac
while read -r line; do
  case $line in
    position*) [ "$how" = late ] && [ -n "${asked:-}" ] && echo "bestmove A" ;;
    uci) [ "$how" = nameless ] || echo "id name Misbehaving"
      echo "option name Hash type spin default 16 min 1 max 1024"; echo "option name Own Book type check default true"
      echo uciok ;;
    isready) [ "$how" = unready ] || echo readyok ;;
    quit) exit ;;
    go*)
      case $how in
        illegal) echo "bestmove Z" ;;
        foreign) echo "bestmove a" ;;  # one of North's pits
        empty) echo bestmove ;;
        nothing) echo "bestmove 0000" ;;
        silent) ;;
        late) asked=yes; [ -e "$2" ] && echo "bestmove B"; : >"$2" ;;  # the first answer comes with the next question
        hang) exec sleep 1000 ;;
        exit) echo "out of ideas" >&2; exit 7 ;;
        crash) kill -SEGV $$ ;;
        close) exec >&-; exec sleep 1000 ;;
        flood) while :; do echo "info string nonsense and more nonsense, without end and without a move"; done ;;
        one_line) exec tr '\0' x </dev/zero ;;
        children | escaped) wait ;;
        orphan) exit 1 ;;
      esac
      ;;
  esac
done
