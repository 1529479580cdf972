#!/bin/sh
# Tests compose.yaml as in docs/deploying.md, in a temporary folder with new secrets. All containers must become healthy,
# a client's calls must reach the orders, a restart must lose nothing, and every service must exit with 0.
#
#     STAND_INS=1 NODE_IMAGE=parcelyard-base CA_FILE=/etc/ssl/certs/ca-certificates.crt scripts/prove-compose.sh
#     IMAGES=registry.example.com/parcelyard VERSION=0.1.0 scripts/prove-compose.sh
#
# IMAGES and VERSION name released images, which are pulled. Without them, images are built from this checkout.
# STAND_INS=1 is for machines without an image registry: the embedded engine replaces MongoDB, without users, and this
# machine's nats-server replaces the image of NATS. COMPOSE is the program, by default `docker compose`. NODE_IMAGE and
# CA_FILE are as in prove-images.sh. The checkout must be installed.
set -eu
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/sbin"
export DOCKER_BUILDKIT=1

SERVICES='gateway auth orders shipping pickups customers-email billing'
compose=${COMPOSE:-docker compose}
run=parcelyard-compose-$$
work=$(mktemp -d)
checkout=$PWD

fail() { echo "FAILED: $*" >&2; exit 1; }
in_project() { (cd "$work" && $compose --project-name "$run" $files "$@"); }
finish() {
  in_project down --volumes --timeout 5 > /dev/null 2>&1 || true
  for name in $made; do docker image rm --force "$run-$name:proof" > /dev/null 2>&1 || true; done
  rm -rf "$work"
}
files='--file compose.yaml'
made='mongodb nats'
trap finish EXIT
# Debian's sh runs no EXIT trap when a signal ends it.
trap 'exit 1' INT TERM

pull() {
  echo "· images $IMAGES-…:$VERSION"
  for service in $SERVICES; do docker pull --quiet "$IMAGES-$service:$VERSION" > /dev/null; done
}

build() {
  echo '· images'
  made="$made $SERVICES"
  for service in $SERVICES; do
    docker build --quiet --build-arg SERVICE="$service" ${NODE_IMAGE:+--build-arg NODE_IMAGE="$NODE_IMAGE"} \
      ${CA_FILE:+--secret id=ca,src="$CA_FILE"} --tag "$run-$service:proof" . > /dev/null
  done
}

stand_in() {
  echo '· stand-ins for the stores'
  node scripts/pack-service.mjs embedded-mongo "$work/mongodb" > /dev/null
  printf 'FROM %s\nCOPY . /app\nRUN mkdir /data\nENTRYPOINT ["node", "/app/main.mjs"]\n' "$NODE_IMAGE" > "$work/mongodb/Dockerfile"
  docker build --quiet --tag "$run-mongodb:proof" "$work/mongodb" > /dev/null
  mkdir "$work/nats"
  cp "$(command -v nats-server)" "$work/nats/"
  printf 'FROM %s\nCOPY nats-server /usr/local/bin/\n' "$NODE_IMAGE" > "$work/nats/Dockerfile"
  docker build --quiet --tag "$run-nats:proof" "$work/nats" > /dev/null
  listens="require('node:net').connect(27017).on('connect', () => process.exit(0)).on('error', () => process.exit(1))"
  healthy="fetch('http://127.0.0.1:8222/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
  {
    echo 'services:'
    echo "  mongodb: { image: $run-mongodb:proof, entrypoint: !reset null, command: !reset null, environment: { EMBEDDED_MONGO_DATA_DIR: /data/db, EMBEDDED_MONGO_HOST: 0.0.0.0, EMBEDDED_MONGO_PORT: 27017 }, healthcheck: { test: [CMD, node, --eval, \"$listens\"] } }"
    echo "  mongodb-users: { image: $run-mongodb:proof, entrypoint: [node, --version] }"
    echo "  nats: { image: $run-nats:proof, healthcheck: { test: [CMD, node, --eval, \"$healthy\"] } }"
    for service in auth orders shipping pickups customers-email billing; do
      echo "  $service: { environment: { MONGODB_URI: 'mongodb://mongodb:27017/?directConnection=true&retryWrites=false' } }"
    done
  } > "$work/stand-ins.yaml"
  files='--file compose.yaml --file stand-ins.yaml'
}

start() {
  echo '· secrets, and one command'
  cp -R compose.yaml "$work/"
  mkdir "$work/compose"
  cp compose/*.js compose/*.sh compose/*.conf "$work/compose/"
  COMPOSE_FOLDER="$work/compose" scripts/create-compose-secrets.sh > /dev/null
  begun=$(date +%s)
  in_project up --detach --wait --no-build || { in_project ps --all; in_project logs --tail 30; fail 'not all became healthy'; }
  echo "  healthy after $(($(date +%s) - begun)) s"
}

call() {
  address=$(in_project port gateway 8080)
  case $address in 127.0.0.1:*) ;; *) fail "the gateway is published on $address" ;; esac
  MCP_URL="http://$address/mcp" ACCESS_TOKEN=$token node "$checkout/charts/parcelyard/files/mcp-check.mjs" | sed 's/^/  /'
}

use() {
  echo "· a client's calls"
  created=$(in_project run --rm --no-TTY shipctl account create --email proof@example.com --password correct-horse-battery)
  token=$(node -pe 'JSON.parse(process.argv[1]).accessToken' "$created")
  call
  in_project run --rm --no-TTY shipctl ledger verify > /dev/null || fail 'the ledger does not verify'
  if in_project exec --no-TTY pickups node --eval "fetch('http://1.1.1.1', { signal: AbortSignal.timeout(2000) }).then(() => process.exit(0), () => process.exit(1))"; then
    fail 'pickups can reach the internet, which it does not need'
  fi
}

stop() {
  echo '· stop and restart'
  in_project stop
  for service in $SERVICES; do
    status=$(docker inspect --format '{{.State.ExitCode}}' "$(in_project ps --all --quiet "$service")")
    [ "$status" = 0 ] || fail "$service ended with $status"
  done
  in_project up --detach --wait --no-build > /dev/null 2>&1 || fail 'it does not start again'
  call > /dev/null
}

export PUBLISH="${PUBLISH:-127.0.0.1:8150}"
if [ -n "${IMAGES:-}" ]; then
  export VERSION="${VERSION:?The version of these images}"
  pull
else
  export IMAGES="$run" VERSION=proof
  build
fi
[ -z "${STAND_INS:-}" ] || stand_in
start
use
stop
echo 'Compose runs all services, and stored data is still there after a restart.'
