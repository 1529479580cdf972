#!/bin/sh
# The whole suite, cheap checks first. Jest's summary is the last thing printed.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"

scripts/ensure-nats-server.sh
scripts/lint.sh
echo "· tests"
mkdir -p build
exec jest --json --outputFile=build/jest.json "$@"
