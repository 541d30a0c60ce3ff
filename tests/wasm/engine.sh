#!/bin/sh
# engine.sh NODE FOLDER: runs engine.mjs. Exits with 77, which means skipped, if there is no module in FOLDER.
[ -f "$2/sow.mjs" ] || { echo "skipped: scripts/build wasm has not been run"; exit 77; }
exec "$1" "$(dirname "$0")/engine.mjs" "$2"
