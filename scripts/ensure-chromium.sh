#!/bin/sh
# The web application is tested in a real browser. Debian has it; elsewhere put chromium on PATH.
set -eu
if command -v chromium > /dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing chromium for the tests …"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } > /dev/null
  exit 0
fi
echo 'The tests need chromium on PATH: `apt-get install chromium`.' >&2
exit 1
