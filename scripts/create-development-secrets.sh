#!/bin/sh
# Creates the Secrets of values-development.yaml. Existing Secrets stay: without the old keys, sealed data could not be
# decrypted. Skaffold calls this script before it deploys; its environment variables name context and namespace.
# Arguments, such as --namespace, are passed to kubectl.
set -eu
cd "$(dirname "$0")/.."

context=${SKAFFOLD_KUBE_CONTEXT:-}
# Skaffold lists the namespaces of all releases. There is one release, so the list has one namespace.
namespace=${SKAFFOLD_NAMESPACES:-}
namespace=${namespace%%,*}
set -- ${context:+"--context=$context"} ${namespace:+"--namespace=$namespace"} "$@"

if [ -n "$namespace" ] && ! kubectl "$@" get namespace "$namespace" > /dev/null 2>&1; then
  kubectl "$@" create namespace "$namespace"
fi
if kubectl "$@" get secret parcelyard-grpc > /dev/null 2>&1; then exit 0; fi
node scripts/build.mjs
node dist/deployment.mjs development-secrets | kubectl "$@" create -f -
