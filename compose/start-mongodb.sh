#!/bin/bash
# mongod takes a key only from a file of its own user that nobody else can read, and what is mounted belongs to whoever
# made it on the host.
set -eu
install --owner mongodb --group mongodb --mode 0400 /run/secrets/replica-set-key /tmp/replica-set-key
exec docker-entrypoint.sh "$@"
