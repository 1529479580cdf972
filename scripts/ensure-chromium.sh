#!/bin/sh
# Tests of the web application need a real browser: Debian's headless Chromium, or any chromium on PATH.
set -eu
if command -v chromium-headless-shell > /dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing chromium-headless-shell for the tests …"
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell; } > /dev/null && exit 0
fi
if command -v chromium > /dev/null; then exit 0; fi
echo 'The tests need a Chromium on PATH: `apt-get install chromium-headless-shell`, or chromium.' >&2
exit 1
