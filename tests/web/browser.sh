#!/bin/sh
# browser.sh SOW [SCREENSHOTS]: tests the page in Chromium against `sow serve` and saves a picture of each view in the
# folder. Exits with 77, which means skipped, without Chromium.
set -eu
# The headless shell is Chromium without its window, which saves a good part of the work.
CHROMIUM=$(command -v chromium-headless-shell || command -v chromium) || { echo "skipped: the page is tested with Chromium, which is not installed"; exit 77; }
export CHROMIUM SOW_PROGRAM="$1" SCREENSHOTS="${2:-}"
cd "$(dirname "$0")/../../web"
exec npm run --silent test:browser
