#!/bin/sh
# Creates the files that compose.yaml reads and no repository may contain: passwords and keys in compose/secrets, and
# settings in compose/settings.env. In an existing folder, adds only what is missing and changes nothing: without the old
# keys, sealed data could not be decrypted. So run it again after an upgrade.
#
#     SMTP_URL=smtps://user:password@smtp.example:465 scripts/create-compose-secrets.sh
set -eu
cd "$(dirname "$0")/.."
folder=${COMPOSE_FOLDER:-compose}
umask 077
openssl version > /dev/null

secrets=$folder/secrets
if [ ! -e "$secrets" ]; then
  # The folder is renamed when all files are written, so incomplete secrets are never used.
  secrets=$folder/secrets.new
  rm -rf "$secrets"
  mkdir -p "$secrets"
fi
added=

# Arguments: file, variable, value. A variable that the file has stays.
add() {
  file=$secrets/$1.env
  if grep -Eqs "^[[:space:]]*(export[[:space:]]+)?$2[[:space:]]*[=:]" "$file"; then return; fi
  # An editor may have left the last line without an end.
  if [ -n "$(tail -c 1 "$file" 2> /dev/null)" ]; then echo >> "$file"; fi
  printf '%s=%s\n' "$2" "$3" >> "$file"
  added="$added $2 ($1.env)"
}
value() { sed -n "s/^$2=//p" "$secrets/$1.env"; }

# Only letters and digits, beginning with a letter: valid in a URL, and never parsed as a number.
password() { echo "p$(openssl rand -hex 24)"; }
key_ring() { echo "k1:$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n')"; }

add nats NATS_PASSWORD "$(password)"
add grpc GRPC_SHARED_SECRET "$(password)"
add mongodb MONGO_INITDB_ROOT_USERNAME root
add mongodb MONGO_INITDB_ROOT_PASSWORD "$(password)"
if [ ! -e "$secrets/replica-set-key" ]; then
  openssl rand -base64 512 > "$secrets/replica-set-key"
  added="$added replica-set-key"
fi

# Arguments: service, then the names of its key rings.
secrets_of() {
  service=$1; shift
  user=$(echo "$service" | tr - _)
  variable=$(echo "$user" | tr '[:lower:]' '[:upper:]')_PASSWORD
  add mongodb-users "$variable" "$(password)"
  own=$(value mongodb-users "$variable")
  add "$service" MONGODB_URI "mongodb://$user:$own@mongodb:27017/?replicaSet=parcelyard&authSource=parcelyard_$user"
  for ring in "$@"; do add "$service" "$ring" "$(key_ring)"; done
}
with_bus() { add "$1" NATS_URL "nats://parcelyard:$(value nats NATS_PASSWORD)@nats:4222"; }

add gateway REQUEST_STATE_KEYS "$(key_ring)"
secrets_of auth TOKEN_KEYS
secrets_of orders PLATFORM_KEYS WEBHOOK_KEYS
secrets_of shipping SEAL_KEYS LINK_KEYS
secrets_of pickups
secrets_of customers-email UNSUBSCRIBE_KEYS
secrets_of billing
for service in orders shipping customers-email billing; do with_bus "$service"; done
# Without a mail server, mails wait and are tried again. Compose replaces variables in these files, so a dollar sign is
# written as its URL code.
add customers-email SMTP_URL "$(printf %s "${SMTP_URL:-smtp://127.0.0.1:2525}" | sed 's/[$]/%24/g')"

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
if [ -z "$added" ]; then
  echo "$secrets already has all secrets. Nothing was changed."
elif [ "$secrets" = "$folder/secrets" ]; then
  echo "Added to $secrets:$added. Nothing else was changed."
else
  mv "$secrets" "$folder/secrets"
  echo "Created $folder/secrets and $folder/settings.env. Keep a copy of $folder/secrets in a place as safe as the database."
fi
