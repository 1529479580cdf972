# Builds the image of any service:
#
#     docker build --build-arg SERVICE=orders -t parcelyard-orders .
#
# NODE_IMAGE can be any image with node, npm and a user 1000. A release pins its digest: node:24-bookworm-slim@sha256:…
# For an npm registry with a private certificate authority or a password, use the build secrets `ca` (a PEM bundle) and
# `npmrc`. No layer contains them.
ARG NODE_IMAGE=node:24-bookworm-slim

# The image name must be a plain variable: Skaffold also reads this line and cannot expand other expressions.
FROM ${NODE_IMAGE} AS base

# Copies only the files that npm reads. So a changed source file does not invalidate the cached packages.
FROM base AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM base AS installed
WORKDIR /src
COPY --from=manifests /src ./
# npm 10 can exit with 0 after a failure, so the result is checked.
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc,target=/root/.npmrc \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --omit=dev --ignore-scripts --workspace services --workspace packages/cli --include-workspace-root --no-audit --no-fund --loglevel=error \
    && test -d node_modules/esbuild -a -d node_modules/@grpc/grpc-js -a -d node_modules/@parcelyard/gateway -a -d node_modules/@parcelyard/local-stack

FROM installed AS sources
COPY . .
ARG SERVICE
ENV SERVICE=${SERVICE}

# For `skaffold dev`: bundles and restarts the program after each change of a source file.
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
# The files belong to root. The program runs as user 1000, so it cannot change them even on a writable file system.
COPY --from=packed /out ./
USER 1000:1000
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/main.mjs"]
