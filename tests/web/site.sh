#!/bin/sh
# site.sh ROOT SOW SCRIPT: runs an npm script of the page on the static site and the package in ROOT/build. Exits with
# 77, which means skipped, if scripts/site has not been run, or without Chromium.
set -eu
[ -f "$1/build/site/index.html" ] || { echo "skipped: scripts/site has not been run"; exit 77; }
CHROMIUM=$(command -v chromium-headless-shell || command -v chromium) || { echo "skipped: Chromium is not installed"; exit 77; }
export CHROMIUM SOW_SITE="$1/build/site" SOW_PACKAGE="$1/build/engine" SOW_PROGRAM="$2"
cd "$1/web"
exec npm run --silent "$3"
