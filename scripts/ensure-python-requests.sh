#!/bin/sh
# Tests run the examples of the documentation. Those in Python need the package `requests` in the system's Python.
set -eu
if /usr/bin/python3 -c 'import requests' 2> /dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing python3-requests for the tests …"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-requests curl; } > /dev/null
  exit 0
fi
echo 'The tests need /usr/bin/python3 with requests: `apt-get install python3-requests`.' >&2
exit 1
