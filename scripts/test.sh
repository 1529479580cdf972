#!/bin/sh
# Runs the whole suite, fast checks first. Jest's summary is the last output.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"

scripts/ensure-nats-server.sh
scripts/ensure-chromium.sh
scripts/ensure-python-requests.sh
scripts/lint.sh
echo "· tests"

exec jest "$@" --reporters=default --reporters=./scripts/count-reporter.mjs
