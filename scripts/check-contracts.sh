#!/bin/sh
# Generates the contracts into another folder and requires that they equal the committed contracts.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
# Debian's sh runs no EXIT trap when a signal ends it.
trap 'exit 1' INT TERM
buf generate proto --template proto/buf.gen.yaml -o "$fresh"
if ! diff -r packages/contracts/src "$fresh/packages/contracts/src" > "$fresh/difference"; then
  cat "$fresh/difference"
  echo 'packages/contracts differs from proto: run `npm run contracts` and commit.' >&2
  exit 1
fi
