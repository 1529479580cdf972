#!/bin/sh
# Builds a base image with Debian and Node without an image registry, only from Debian and npm packages:
#
#     scripts/make-local-base.sh parcelyard-base
#
# It needs root, mmdebstrap, npm and Docker. Use it to build and test images; releases use Node's official image.
set -eu
image=${1:?Usage: make-local-base.sh IMAGE}
node_version=${NODE_VERSION:-20.20.2}
npm_version=${NPM_VERSION:-10.8.2}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Debian's sh runs no EXIT trap when a signal ends it.
trap 'exit 1' INT TERM
cd "$work"

case $(uname -m) in
  x86_64) architecture=x64 ;;
  aarch64) architecture=arm64 ;;
  *) echo "No packaged Node for $(uname -m)." >&2; exit 1 ;;
esac
npm pack --silent "node-linux-$architecture@$node_version" "npm@$npm_version" > /dev/null

mkdir -p usr/local/bin usr/local/lib/node_modules
tar xzf "node-linux-$architecture-$node_version.tgz" --strip-components=2 -C usr/local/bin package/bin/node
tar xzf "npm-$npm_version.tgz" -C usr/local/lib/node_modules
mv usr/local/lib/node_modules/package usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
chmod 755 usr/local/lib/node_modules/npm/bin/npm-cli.js usr/local/bin/node

# Uses the machine's apt sources, and creates the same user as Node's image.
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libstdc++6 \
  --customize-hook='copy-in usr /' \
  --customize-hook='chroot "$1" useradd --uid 1000 --user-group --create-home node' \
  bookworm root.tar \
  $(find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.list' -o -name '*.sources' 2> /dev/null)

docker import --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'CMD ["node"]' root.tar "$image" > /dev/null
docker run --rm --network none "$image" node -e 'console.log(`base with Node ${process.version}`)'
