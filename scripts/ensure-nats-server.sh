#!/bin/sh
# Tests of the JetStream adapter need a real nats-server. Debian has a package; on other systems put it on PATH.
set -eu
PATH="$PATH:/usr/sbin"
if command -v nats-server > /dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing nats-server for the tests …"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nats-server; } > /dev/null
  exit 0
fi
echo 'The tests need nats-server: `apt-get install nats-server`, or any nats-server with JetStream on PATH.' >&2
exit 1
