#!/bin/sh
# Creates the files that compose.yaml reads and no repository may contain: passwords and keys in compose/secrets, and
# settings in compose/settings.env. Existing files stay: without the old keys, sealed data could not be decrypted.
#
#     SMTP_URL=smtps://user:password@smtp.example:465 scripts/create-compose-secrets.sh
set -eu
cd "$(dirname "$0")/.."
folder=${COMPOSE_FOLDER:-compose}
umask 077

if [ -e "$folder/secrets" ]; then
  echo "$folder/secrets already exists. Nothing was changed."
  exit 0
fi
# The folder is renamed when all files are written, so incomplete secrets are never used.
made=$folder/secrets.new
rm -rf "$made"
mkdir -p "$made"

# Only letters and digits, beginning with a letter: valid in a URL, and never parsed as a number.
password() { echo "p$(openssl rand -hex 24)"; }
key_ring() { echo "k1:$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n')"; }

nats_password=$(password)
echo "NATS_PASSWORD=$nats_password" > "$made/nats.env"
echo "GRPC_SHARED_SECRET=$(password)" > "$made/grpc.env"
printf 'MONGO_INITDB_ROOT_USERNAME=root\nMONGO_INITDB_ROOT_PASSWORD=%s\n' "$(password)" > "$made/mongodb.env"
openssl rand -base64 512 > "$made/replica-set-key"

# Arguments: service, then the names of its key rings.
secrets_of() {
  service=$1; shift
  user=$(echo "$service" | tr - _)
  own=$(password)
  echo "$(echo "$user" | tr '[:lower:]' '[:upper:]')_PASSWORD=$own" >> "$made/mongodb-users.env"
  {
    echo "MONGODB_URI=mongodb://$user:$own@mongodb:27017/?replicaSet=parcelyard&authSource=parcelyard_$user"
    for ring in "$@"; do echo "$ring=$(key_ring)"; done
  } > "$made/$service.env"
}
with_bus() { echo "NATS_URL=nats://parcelyard:$nats_password@nats:4222" >> "$made/$1.env"; }

echo "REQUEST_STATE_KEYS=$(key_ring)" > "$made/gateway.env"
secrets_of auth TOKEN_KEYS
secrets_of orders PLATFORM_KEYS WEBHOOK_KEYS
secrets_of shipping SEAL_KEYS LINK_KEYS
secrets_of pickups
secrets_of customers-email UNSUBSCRIBE_KEYS
secrets_of billing
for service in orders shipping customers-email billing; do with_bus "$service"; done
# Without a mail server, mails wait and are tried again. Compose replaces variables in these files, so a dollar sign is
# written as its URL code.
printf 'SMTP_URL=%s\n' "${SMTP_URL:-smtp://127.0.0.1:2525}" | sed 's/[$]/%24/g' >> "$made/customers-email.env"

if [ ! -e "$folder/settings.env" ]; then
  cat > "$folder/settings.env" <<'SETTINGS'
# Every service reads these variables; charts/parcelyard/README.md lists all. Put keys of carriers and payments into
# compose/secrets/<service>.env. After a change: docker compose up --detach --wait
BASE_URL=http://127.0.0.1:8080
TRUST_PROXY_HOPS=0
LOG_LEVEL=info
MAIL_FROM=shipping@parcelyard.example
# sandbox: carriers do not accept the labels, and no card is charged. For real labels and charges: easypost and stripe.
CARRIERS=sandbox
PAYMENTS=sandbox
SETTINGS
fi
mv "$made" "$folder/secrets"
echo "Created $folder/secrets and $folder/settings.env. Keep a copy of $folder/secrets in a place as safe as the database."
