# Two images without development dependencies: the shop (docker build -t hariyali .), which is the last one and has only what
# production runs, and a rehearsal with stand-ins for providers (docker build --target rehearsal -t hariyali-rehearsal .).
# A tag moves: build a release with the digest of the image that was looked at (docs/operations.md, "Containers").
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${NODE_IMAGE} AS base
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
RUN mkdir /data /run/pictures && chown node:node /data /run/pictures
USER node
VOLUME /data
EXPOSE 3000
# Readiness, not only liveness: /readyz also fails when the database cannot be reached.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]

FROM base AS rehearsal
COPY --from=build --chown=root:root /shop ./
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=70", "scripts/start.ts"]

FROM base AS shop
COPY --from=build --chown=root:root /shop/package.json /shop/package-lock.json /shop/start.mjs ./
COPY --from=build --chown=root:root /shop/node_modules ./node_modules
COPY --from=build --chown=root:root /shop/build ./build
COPY --from=build --chown=root:root /shop/contract ./contract
COPY --from=build --chown=root:root /shop/server ./server
# The operator's commands.
COPY --from=build --chown=root:root /shop/scripts/operate.ts /shop/scripts/archive-audit.ts /shop/scripts/backup.ts \
  /shop/scripts/check-config.ts /shop/scripts/make-admin.ts /shop/scripts/migrate.ts /shop/scripts/remove-demo.ts \
  /shop/scripts/reseal.ts /shop/scripts/restore.ts ./scripts/
# Started without a shell or npm in between, so that SIGTERM reaches the server.
# The flags limit V8's young generation (130 MB under load by default) and how far the heap grows before a collection.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=70", "server/main.ts"]
