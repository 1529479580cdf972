#!/bin/bash
# mongod accepts a key file only if it belongs to mongod's user and nobody else can read it. A mounted file belongs to a
# user of the host, so this script copies it.
set -eu
install --owner mongodb --group mongodb --mode 0400 /run/secrets/replica-set-key /tmp/replica-set-key
exec docker-entrypoint.sh "$@"
