#!/bin/sh
# Makes the Secrets that values-development.yaml names, once: what was sealed with keys can be opened only with them.
# Skaffold calls it before it deploys. Arguments go to kubectl, such as --namespace.
set -eu
cd "$(dirname "$0")/.."

if kubectl "$@" get secret parcelyard-grpc > /dev/null 2>&1; then exit 0; fi
node scripts/build.mjs
node dist/deployment.mjs development-secrets | kubectl "$@" create -f -
