# With --json a command prints one JSON value and nothing else.
keys() { python3 -c 'import json, sys; v = json.load(sys.stdin); v = v[0] if isinstance(v, list) else v; print(*v)'; }
numbers() { sed -E 's/"(seconds|nps)":[0-9.e+-]+/"\1":…/g'; }
sow rules list --json | keys
sow rules list --json | python3 -c 'import json, sys; print([g for g in json.load(sys.stdin) if g["game"] == "hus"][0]["seeds"])'
sow rules show kalah:pits=5,seeds=3 --json | keys
sow rules new mine.toml >/dev/null
sow rules check mine.toml --json
printf 'name = "bad"\ntitle = "Bad"\nextends = "oware"\n[board]\npits = "six"\n' >bad.toml
sow rules check mine.toml bad.toml --json 2>&1 | python3 -c 'import json, sys; print([g["error"] for g in json.load(sys.stdin)])'
sow rules check bad.toml --json >/dev/null; echo "exit $?"
sow perft owari 3 --json | numbers
sow perft owari 1 --divide --json | numbers
sow bench owari --json | keys
sow db build owari --seeds 4 --json 2>/dev/null | numbers
sow db verify owari --json 2>/dev/null
sow db stats owari --json | keys
sow db probe owari 0-0-0-1-0-1-0-0-0-0-1-0-16-17-N --json | keys
sow analyze owari 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S --json | keys
sow solve owari 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S --json 2>/dev/null | keys
sow tune kalah:pits=3,seeds=2 --linear --games 20 --depth 1 --json | keys
sow tune kalah:pits=2,seeds=2 --positions 100 --nodes 10 --epochs 2 --match 4 --time 1 --out mine.network --json 2>/dev/null | keys
sow match greedy random --games 2 --random-plies 2 --json 2>/dev/null | keys
