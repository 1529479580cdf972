#!/bin/sh
# Builds the image of every service and runs all of them with the chart's environment and the names of its Services, with
# mutual TLS and a shared secret. They are confined as in a cluster: not root, a read-only root, no capabilities, 128 MB.
# A client's calls must reach the orders. After SIGTERM each service must exit with 0. No image may be more than 150 MB
# larger than its base. Needs Linux, Docker, Helm, nats-server, openssl and an installed and built checkout.
#
#     NODE_IMAGE=parcelyard-base CA_FILE=/etc/ssl/certs/ca-certificates.crt scripts/prove-images.sh
#
# NODE_IMAGE is the base image (default: the Dockerfile's). CA_FILE is a PEM bundle for a registry with a private
# authority.
set -eu
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/sbin:$PWD/node_modules/.bin"
export DOCKER_BUILDKIT=1

MAX_ABOVE_BASE_MB=150
GRACE_S=30
MEMORY=128m
# Called services come before their callers.
SERVICES='auth billing customers-email orders shipping pickups gateway'
run=parcelyard-proof-$$
work=$(mktemp -d)

fail() { echo "FAILED: $*" >&2; exit 1; }

finish() {
  for service in $SERVICES; do
    docker rm --force "$run-$service" > /dev/null 2>&1 || true
    docker image rm "$run-$service" > /dev/null 2>&1 || true
  done
  [ ! -f "$work/mongo.pid" ] || kill "$(cat "$work/mongo.pid")" 2> /dev/null || true
  [ ! -f "$work/nats.pid" ] || kill "$(cat "$work/nats.pid")" 2> /dev/null || true
  docker network rm "$run" > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
# Debian's sh runs no EXIT trap when a signal ends it.
trap 'exit 1' INT TERM

# Prints the first line with "ready" of a file or of a command's output.
ready_line() {
  for _ in $(seq 120); do
    if "$@" 2> /dev/null | grep -m 1 '"ready":true'; then return; fi
    sleep 0.5
  done
  return 1
}
field() { node -pe 'JSON.parse(process.argv[1])[process.argv[2]]' "$1" "$2"; }
address() { docker inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}' "$run-$1"; }

build() {
  echo "· images"
  base=${NODE_IMAGE:-$(sed -n 's/^ARG NODE_IMAGE=//p' Dockerfile)}
  for service in $SERVICES; do
    docker build --quiet --build-arg SERVICE="$service" --build-arg NODE_IMAGE="$base" \
      ${CA_FILE:+--secret id=ca,src="$CA_FILE"} --tag "$run-$service" . > /dev/null
    above=$(($(docker image inspect --format '{{.Size}}' "$run-$service") - $(docker image inspect --format '{{.Size}}' "$base")))
    above=$((above / 1000000))
    [ "$above" -lt "$MAX_ABOVE_BASE_MB" ] || fail "$service is $above MB above its base"
    [ "$(docker image inspect --format '{{.Config.User}}' "$run-$service")" = 1000:1000 ] || fail "$service runs as root"
    echo "  $service: $above MB above its base"
  done
}

# The stores listen on this machine, at the gateway address of the containers' network.
start_stores() {
  echo "· stores"
  command -v nats-server > /dev/null || fail 'no nats-server on PATH'
  docker network create "$run" > /dev/null
  host=$(docker network inspect --format '{{(index .IPAM.Config 0).Gateway}}' "$run")
  EMBEDDED_MONGO_DATA_DIR="$work/mongo" EMBEDDED_MONGO_HOST="$host" EMBEDDED_MONGO_PORT=27017 \
    node dist/embedded-mongo.mjs > "$work/mongo.log" &
  echo $! > "$work/mongo.pid"
  nats-server --jetstream --store_dir "$work/nats" --addr "$host" --port 4222 2> "$work/nats.log" &
  echo $! > "$work/nats.pid"
  ready_line cat "$work/mongo.log" > /dev/null || fail 'the database did not start'
}

# Does what cert-manager does in a cluster: creates an authority, and a certificate for each service's name.
make_certificates() {
  echo "· certificates"
  key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 1'
  openssl req -x509 $key -subj /CN=proof -keyout "$work/ca.key" -out "$work/ca.crt" 2> /dev/null
  for service in $SERVICES shipctl; do
    folder="$work/certificates/$service"
    mkdir -p "$folder"
    openssl req -x509 $key -subj "/CN=$service" -addext "subjectAltName=DNS:$service" \
      -addext 'basicConstraints=critical,CA:false' -addext 'extendedKeyUsage=serverAuth,clientAuth' \
      -CA "$work/ca.crt" -CAkey "$work/ca.key" -keyout "$folder/tls.key" -out "$folder/tls.crt" 2> /dev/null
    cp "$work/ca.crt" "$folder/ca.crt"
    chmod 0444 "$folder"/*
  done
  chmod 0755 "$work" "$work/certificates"
}

start_services() {
  echo "· services, confined"
  helm template parcelyard charts/parcelyard --kube-version 1.32.0 --values charts/parcelyard/values-development.yaml \
    --set grpc.mtls.existingSecret='grpc-{service}' |
    node dist/deployment.mjs environment-files "$work"
  for service in $SERVICES; do
    docker run --detach --name "$run-$service" \
      --network "$run" --network-alias "parcelyard-$service.default.svc" \
      --add-host "parcelyard-mongodb:$host" --add-host "parcelyard-nats:$host" \
      --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --memory "$MEMORY" \
      --volume "$work/certificates/$service:/etc/parcelyard/grpc:ro" \
      --env-file "$work/$service.env" "$run-$service" > /dev/null
    ready_line docker logs "$run-$service" > /dev/null || { docker logs "$run-$service" >&2; fail "$service did not start"; }
    user=$(docker exec "$run-$service" node -p 'process.getuid()')
    [ "$user" = 1000 ] || fail "$service runs as $user"
    if docker exec "$run-$service" node -e 'require("node:fs").writeFileSync("/app/changed", "")' 2> /dev/null; then
      fail "$service can change its own files"
    fi
  done
}

call() {
  echo "· a client's calls"
  shipctl() {
    docker run --rm --entrypoint node --network "$run" --volume "$work/certificates/shipctl:/etc/parcelyard/grpc:ro" \
      --env-file "$work/gateway.env" "$run-gateway" /app/shipctl.mjs "$@"
  }
  account=$(shipctl account create \
    --email proof@example.com --password correct-horse-battery)
  shipctl ledger verify > /dev/null || fail 'a call of shipctl is refused'
  if docker exec --env GRPC_TLS_CERT_FILE= --env GRPC_TLS_KEY_FILE= --env GRPC_TLS_CA_FILE= "$run-gateway" \
    node /app/shipctl.mjs ledger verify > /dev/null 2>&1; then
    fail 'a call without a certificate is accepted'
  fi
  if docker exec "$run-gateway" node /app/shipctl.mjs ledger verify > /dev/null 2>&1; then
    fail 'the gateway can make calls that only shipctl may make'
  fi
  MCP_URL="http://$(address gateway):8080/mcp" ACCESS_TOKEN=$(field "$account" accessToken) \
    node charts/parcelyard/files/mcp-check.mjs | sed 's/^/  /'
}

stop() {
  echo "· stop"
  for service in $SERVICES; do
    used=$(docker stats --no-stream --format '{{.MemUsage}}' "$run-$service")
    begun=$(date +%s)
    docker stop --time "$GRACE_S" "$run-$service" > /dev/null
    took=$(($(date +%s) - begun))
    status=$(docker inspect --format '{{.State.ExitCode}}' "$run-$service")
    [ "$status" = 0 ] || { docker logs --tail 20 "$run-$service" >&2; fail "$service ended with $status after SIGTERM"; }
    echo "  $service: SIGTERM, exit 0 after $took s; had used $used"
  done
}

build
start_stores
make_certificates
start_services
call
stop
echo 'Every image builds, runs confined and exits with 0 after SIGTERM.'
