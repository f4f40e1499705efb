#!/usr/bin/env bash
# Makes docs/report.png, the picture of the HTML report in the README: a headless Chromium opens the page of a counterexample.
#
#   scripts/picture.sh [RADDLE]      with this binary (target/release/raddle, else target/debug/raddle)
#
# Exit code 3: there is no Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

raddle=${1:-}
if [ -z "$raddle" ]; then
    for candidate in target/release/raddle target/debug/raddle; do
        if [ -x "$candidate" ]; then raddle=$candidate; break; fi
    done
fi
if [ -z "$raddle" ]; then echo "picture.sh: build Raddle first" >&2; exit 2; fi
raddle=$(readlink -f "$raddle")
browser=
for candidate in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$candidate" >/dev/null; then browser=$candidate; break; fi
done
if [ -z "$browser" ]; then echo "picture.sh: no Chromium: ./setup.sh --tools --browser installs one" >&2; exit 3; fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp docs/guide/programs/counter.c "$scratch/"
cd "$scratch"
"$raddle" check -q --report page.html --report page.json counter.c >/dev/null || true
# The first failed assertion tells the story best.
id=$(grep -o '"id": "R0101-[0-9a-f]*"' page.json | head -n 1 | cut -d'"' -f4)
"$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --force-device-scale-factor=1 \
    --user-data-dir="$scratch/profile" --window-size=1180,560 --virtual-time-budget=5000 --screenshot="$scratch/report.png" \
    "file://$scratch/page.html#finding/$id" >/dev/null 2>&1
cd "$OLDPWD"
cp "$scratch/report.png" docs/report.png
echo "picture.sh: wrote docs/report.png ($(stat -c %s docs/report.png) bytes)"
