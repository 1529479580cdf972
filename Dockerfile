# One file for every service:
#
#     docker build --build-arg SERVICE=orders -t parcelyard-orders .
#
# NODE_IMAGE may name any image with node, npm and a user 1000; a release pins it: node:24-bookworm-slim@sha256:…
# A registry behind a private authority, or one that asks for credentials, is reached with the build secrets `ca` (a PEM
# bundle) and `npmrc`: neither stays in a layer.
ARG NODE_IMAGE=node:24-bookworm-slim

# A name alone: Skaffold reads this line, too, and expands nothing else.
FROM ${NODE_IMAGE} AS base

# What npm looks at and nothing else, so that an edit of a source file leaves the installed packages in the cache.
FROM base AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM base AS installed
WORKDIR /src
COPY --from=manifests /src ./
# npm 10 can end with 0 although it failed, so that the result is looked at.
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc,target=/root/.npmrc \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --omit=dev --ignore-scripts --workspace services --workspace packages/cli --include-workspace-root --no-audit --no-fund --loglevel=error \
    && test -d node_modules/esbuild -a -d node_modules/@grpc/grpc-js -a -d node_modules/@parcelyard/gateway -a -d node_modules/@parcelyard/local-stack

FROM installed AS sources
COPY . .
ARG SERVICE
ENV SERVICE=${SERVICE}

# For `skaffold dev`: bundles again and starts anew whenever a source file is replaced under it.
FROM sources AS development
RUN chown -R 1000:1000 /src/packages /src/services && mkdir -m 0777 /src/dist
USER 1000:1000
ENTRYPOINT ["node", "scripts/watch-service.mjs"]

FROM sources AS packed
RUN node scripts/pack-service.mjs "${SERVICE}" /out && cp LICENSE /out/

FROM base AS service
ARG SERVICE
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=https://github.com/parcelyard/parcelyard
LABEL org.opencontainers.image.title="parcelyard-${SERVICE}" \
      org.opencontainers.image.description="The ${SERVICE} service of Parcelyard" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production
WORKDIR /app
# Owned by root: the program runs as 1000 and cannot change itself even where the file system is writable.
COPY --from=packed /out ./
USER 1000:1000
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/main.mjs"]
