#!/bin/sh
# Everything that can be told without running the product.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"

echo "· contracts are what the proto files say"
scripts/check-contracts.sh
echo "· types"
tsc -b
echo "· style"
biome check --error-on-warnings .
echo "· nothing unused"
knip
echo "· chart"
scripts/check-chart.sh
