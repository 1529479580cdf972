#!/bin/sh
# Makes the Secrets that values-development.yaml names, once: what was sealed with keys can be opened only with them.
# Skaffold calls it before it deploys, and says in its environment where to. Arguments go to kubectl, such as --namespace.
set -eu
cd "$(dirname "$0")/.."

context=${SKAFFOLD_KUBE_CONTEXT:-}
# All that Skaffold looks at; the release is alone, so that there is one.
namespace=${SKAFFOLD_NAMESPACES:-}
namespace=${namespace%%,*}
set -- ${context:+"--context=$context"} ${namespace:+"--namespace=$namespace"} "$@"

if [ -n "$namespace" ] && ! kubectl "$@" get namespace "$namespace" > /dev/null 2>&1; then
  kubectl "$@" create namespace "$namespace"
fi
if kubectl "$@" get secret parcelyard-grpc > /dev/null 2>&1; then exit 0; fi
node scripts/build.mjs
node dist/deployment.mjs development-secrets | kubectl "$@" create -f -
