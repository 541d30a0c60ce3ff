# Misspelled words get a suggestion; the exit code is 2.
fail() {
  "$@"
  echo "exit $?"
}
fail sow anlayze
fail sow rules lst
fail sow help matsch
fail sow play --nort greedy
fail sow db build owari --seed=5
fail sow play owre
fail sow perft kalah/empty 3
fail sow play --north minmax:depth=3
fail sow match greedy rnadom --games 2
fail sow completions fisch
printf 'hnit\nhitn me\nrepotr\nxyzzy\n3\n' | sow play hus | grep -A 1 '^South>'
