#!/bin/sh
# Creates the Secrets of values-development.yaml, and adds missing keys to existing ones. Existing keys stay: without
# them, sealed data could not be decrypted. Skaffold calls this script before it deploys; its environment variables name
# context and namespace. Arguments, such as --namespace, are passed to kubectl.
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
node scripts/build.mjs
# Helm's own Secrets are left out, because they are large.
existing=$(kubectl "$@" get secrets '--field-selector=type!=helm.sh/release.v1' --output=json)
missing=$(printf %s "$existing" | node dist/deployment.mjs missing-development-secrets)
# Each line has the name of a Secret and a patch that adds the keys that this Secret lacks.
printf '%s\n' "$missing" | while read -r name patch; do
  [ -n "$name" ] || continue
  kubectl "$@" get secret "$name" > /dev/null 2>&1 || kubectl "$@" create secret generic "$name"
  printf %s "$patch" | kubectl "$@" patch secret "$name" --patch-file=/dev/stdin
done
