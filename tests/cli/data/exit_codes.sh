# 0: success. 1: failed, interrupted, or not proven. 2: bad usage or input.
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
code sow analyse owari --depth 1 --threads 1
code sow solve owari 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S
code sow completions bash
code sow man
sow db build owari --seeds 3 >/dev/null 2>&1
code sow db verify owari
sow >/dev/full 2>/dev/null
echo "$? sow >/dev/full"
(
  ulimit -f 1
  code sow db build kalah --seeds 12
)
for file in "$XDG_DATA_HOME"/sow/owari-*/03.sow; do printf x | dd of="$file" bs=1 seek=70 conv=notrunc status=none; done
code sow db verify owari
sow tune kalah:pits=2,seeds=2 --positions 100 --nodes 10 --epochs 2 --match 0 --out small.network >/dev/null 2>&1
sed -i s/A/B/g small.network
code sow analyze kalah:pits=2,seeds=2 --evaluation small.network --depth 2
code sow bot kgp localhost:1
code sow bot kgp nowhere.invalid
code sow bot kgp localhost:x
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
