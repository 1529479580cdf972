#!/bin/sh
# Lints the chart and renders it with each of its value sets. Uses `helm` on PATH, or the `helm` that npm installed.
set -eu
cd "$(dirname "$0")/.."
PATH="$PATH:$PWD/node_modules/.bin"

if ! helm version --short > /dev/null 2>&1; then
  echo 'Helm checks the chart: put helm on PATH.' >&2
  exit 1
fi
for values in charts/parcelyard/values-*.yaml; do
  set -- --values "$values"
  # values-small.yaml is used after values-production.yaml.
  if [ "$values" = charts/parcelyard/values-small.yaml ]; then set -- --values charts/parcelyard/values-production.yaml "$@"; fi
  helm lint --strict charts/parcelyard "$@" > /dev/null || helm lint --strict charts/parcelyard "$@"
  helm template parcelyard charts/parcelyard --kube-version 1.32.0 "$@" > /dev/null
done
