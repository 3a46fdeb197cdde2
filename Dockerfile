# Production image, without development dependencies. Build: docker build -t hariyali .
FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
COPY --from=build --chown=root:root /shop ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Readiness, not only liveness: /readyz also fails when the database cannot be reached.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Started without a shell or npm in between, so that SIGTERM reaches the server.
# The flags limit V8's young generation (130 MB under load by default) and how far the heap grows before a collection.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=70", "server/main.ts"]
