# Image of the server: docs/operations.md, "In a container".
# Any supported Node installs the dependencies; package.json pins the one that builds and serves.
ARG NODE_BASE=node:lts-bookworm-slim
ARG BASE=debian:bookworm-slim
FROM $NODE_BASE AS build
# The pinned Node needs it, and small images lack it.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/oremus
# In a layer of its own, which lasts until one of these changes: the set-up that builds finds it done.
COPY package.json package-lock.json ./
COPY scripts ./scripts
RUN node scripts/setup.mjs
COPY . .
# Builds with the pinned Node of the lock file, and keeps only the files that the server needs.
RUN node scripts/setup.mjs --build && npm prune --omit=dev --no-audit --no-fund \
  && rm -r server/test server/db/fixtures classifier/training classifier/data/test classifier/data/test-2 classifier/data/life classifier/data/written \
  && find contract messages classifier server -name '*.test.ts' -delete

FROM $BASE
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/oremus
RUN groupadd --gid 10001 oremus && useradd --uid 10001 --gid oremus --no-create-home --shell /usr/sbin/nologin oremus \
  && install -d -o oremus -g oremus -m 0700 /data
COPY --from=build /srv/oremus/package.json ./
COPY --from=build /srv/oremus/node_modules ./node_modules
COPY --from=build /srv/oremus/build ./build
COPY --from=build /srv/oremus/public ./public
COPY --from=build /srv/oremus/contract ./contract
COPY --from=build /srv/oremus/messages ./messages
COPY --from=build /srv/oremus/classifier ./classifier
COPY --from=build /srv/oremus/server ./server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DIAGNOSTICS=off PATH=/srv/oremus/node_modules/.bin:$PATH \
  NODE_COMPILE_CACHE=/tmp/oremus
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
