#!/bin/sh
# browser.sh SOW [SCREENSHOTS]: the page in Chromium, served by the program; a picture of each view goes to the folder.
# Exits with 77, which means skipped, without Chromium.
set -eu
# The headless shell is Chromium without the windows around the page, which is much of its work.
CHROMIUM=$(command -v chromium-headless-shell || command -v chromium) || { echo "skipped: the page is tested with Chromium, which is not installed"; exit 77; }
export CHROMIUM SOW_PROGRAM="$1" SCREENSHOTS="${2:-}"
cd "$(dirname "$0")/../../web"
exec npm run --silent test:browser
