# 0: all went well. 1: something failed, was interrupted, or could not be proven. 2: what was asked for makes no sense.
code() {
  "$@" >/dev/null 2>&1
  echo "$? $*"
}
code sow
code sow --help
code sow help rules list
code sow -V
code sow rules
code sow rules list
code sow play --south random --north random
code sow perft owari 2
code sow solve owari 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S
code sow completions bash
code sow man
sow db build owari --seeds 3 >/dev/null 2>&1
code sow db verify owari
sow >/dev/full 2>/dev/null
echo "$? sow >/dev/full"
code sow dance
code sow --dance
code sow help dance
code sow play chess
code sow play --south nobody
code sow play --setup 1-2-3
code sow play --load missing.ogn
code sow perft owari x
code sow rules check missing.toml
code sow db verify oware
code sow completions csh
code sow man dance
code sow report missing.ogn
code sow match greedy
