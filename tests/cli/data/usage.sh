# Usage errors: a one-line message and exit code 2.
fail() {
  "$@"
  echo "exit $?"
}
fail sow dance
fail sow play --sideways
fail sow play chess 2>&1 | sed 's/choose one of.*or/choose one of … or/'
fail sow play --south garry
fail sow play --north minimax:depth=0
fail sow play --depth 0
fail sow play --seed x
fail sow play --seed -1
fail sow play --seed 99999999999999999999
fail sow play --load missing.ogn
fail sow play --load a --setup b
fail sow perft
fail sow perft owari -1
fail sow perft owari x
fail sow rules show
fail sow rules new
fail sow match greedy
fail sow play --seed
fail sow rules list --json=maybe
fail sow rules show oware kalah
fail sow db build owari
fail sow play --resume --load a
fail sow --version | sed 's/^\(commit\|build\): .*/\1: …/'
fail sow rules --help
