#!/bin/sh
# A Chromium for the browser tests: one that is here, else Playwright's own download, else Debian's package.
set -u
bin=$1
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
timeout 120 "$bin/playwright" install chromium >/dev/null 2>&1 && exit 0
if command -v apt-get >/dev/null 2>&1; then
    run=""; [ "$(id -u)" = 0 ] || run=sudo
    $run apt-get update -qq && $run apt-get install -y -qq chromium && exit 0
fi
echo "The browser tests need Chromium: install it, or let Playwright download its own (playwright install chromium)." >&2
exit 1
