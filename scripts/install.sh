#!/bin/sh
# Installs exactly the packages in package-lock.json. npm 10 can exit with 0 after a failure, so the result is checked.
set -eu
cd "$(dirname "$0")/.."

if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then
  echo "Node.js 20.19 or newer is needed; this is $(node --version)." >&2
  exit 1
fi

installed() {
  [ -f node_modules/.package-lock.json ] && [ -x node_modules/.bin/esbuild ] && [ -d node_modules/lmdb ] &&
    [ -d node_modules/@parcelyard/gateway ]
}

echo "Installing dependencies …"
for attempt in 1 2 3; do
  # A failed attempt may leave the packages of an earlier installation.
  rm -f node_modules/.package-lock.json
  npm ci --no-audit --no-fund --loglevel=error || true
  if installed; then
    touch node_modules/.package-lock.json
    exit 0
  fi
  echo "npm ci did not complete (attempt $attempt)." >&2
  sleep "$attempt"
done
exit 1
