#!/bin/sh
# Runs all checks that do not run the product, at the same time, because one check alone leaves a core idle.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"

said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
# Debian's sh runs no EXIT trap when a signal ends it.
trap 'exit 1' INT TERM
failed=0

# Shows the output of a check, once the check has ended.
look() {
  echo "· $1"
  wait "$2" || failed=1
  cat "$said/$3"
}

scripts/check-contracts.sh > "$said/contracts" 2>&1 & contracts=$!
tsc -b > "$said/types" 2>&1 & types=$!
biome check --error-on-warnings . > "$said/style" 2>&1 & style=$!
knip > "$said/unused" 2>&1 & unused=$!
scripts/check-chart.sh > "$said/chart" 2>&1 & chart=$!

look 'contracts match the proto files' "$contracts" contracts
look 'types' "$types" types
look 'style' "$style" style
look 'nothing unused' "$unused" unused
look 'chart' "$chart" chart
exit $failed
