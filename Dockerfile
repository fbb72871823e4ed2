# Builds every image that is deployed: docker build --target api|worker|renderer|site|admin|proxy .
# The address of the API is compiled into the site and the admin app: --build-arg API_URL=https://api.example.com

FROM node:24.21.0-bookworm-slim AS workspace
ENV CI=true TURBO_TELEMETRY_DISABLED=1
WORKDIR /workspace
RUN npm install --global pnpm@12.21.0
# Only the lockfile decides what is fetched, so this layer stays cached when only code changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY tools/patches ./tools/patches
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline

FROM workspace AS api-build
RUN pnpm exec turbo run build --filter=api
RUN pnpm --filter=api deploy --prod --offline /build/api && mkdir /build/files /build/campaigns

FROM workspace AS site-build
ARG API_URL
ENV VITE_API_URL=$API_URL
RUN test -n "$API_URL" || { echo 'build with --build-arg API_URL=https://api.example.com' >&2; exit 1; }
RUN pnpm exec turbo run build --filter=site
RUN node tools/deploy/page-map.ts apps/site/dist/client > /workspace/deploy/proxy/pages.map

FROM workspace AS admin-build
ARG API_URL
ENV VITE_API_URL=$API_URL
RUN test -n "$API_URL" || { echo 'build with --build-arg API_URL=https://api.example.com' >&2; exit 1; }
RUN pnpm exec turbo run build --filter=admin

# Only Node: no package manager and no build tools.
FROM debian:12.12-slim AS node-runtime
COPY --from=node:24.21.0-bookworm-slim /usr/local/bin/node /usr/local/bin/node
# The C library keeps less of the memory that threads have freed: docs/operations.md, "Scale".
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=api-build /build/api/package.json ./
COPY --from=api-build /build/api/node_modules ./node_modules
COPY --from=api-build /build/api/dist ./dist
# A volume that is mounted here for the first time belongs to whoever the folder belongs to.
COPY --chown=1000:1000 --from=api-build /build/files /files
COPY --chown=1000:1000 --from=api-build /build/campaigns /campaigns
ENV FILES_DIR=/files CAMPAIGNS_DIR=/campaigns
USER 1000:1000

# Migrations run from the same image with another command: dist/cli.mjs migrate
FROM node-runtime AS api
ENV HOST=0.0.0.0 PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server.mjs"]

FROM node-runtime AS worker
ENV METRICS_PORT=9100
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/worker.mjs"]

# Debian's Chromium lays out the pieces. docs/operations.md says what its cage needs of the machine.
FROM node-runtime AS renderer
USER 0:0
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-open-sans \
  && rm -rf /var/lib/apt/lists/*
USER 1000:1000
ENV METRICS_PORT=9100 CHROMIUM_PATH=/usr/lib/chromium/chromium
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/renderer.mjs"]

FROM debian:12.12-slim AS nginx
RUN apt-get update \
  && apt-get install -y --no-install-recommends nginx libnginx-mod-http-brotli-static gettext-base curl \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /srv
COPY deploy/proxy /etc/proxy
# nginx finishes open requests on QUIT, but drops them on TERM.
STOPSIGNAL SIGQUIT
USER 33:33
ENTRYPOINT ["/etc/proxy/start.sh"]

FROM nginx AS site
ARG API_URL
ENV API_URL=$API_URL
COPY --from=site-build /workspace/deploy/proxy/pages.map /etc/proxy/pages.map
COPY --from=site-build /workspace/apps/site/dist/client /srv
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --retries=3 CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8080/"]
CMD ["site"]

FROM nginx AS admin
ARG API_URL
ENV API_URL=$API_URL
COPY --from=admin-build /workspace/apps/admin/dist /srv
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --retries=3 CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8080/admin"]
CMD ["admin"]

# Terminates TLS for the three hosts on one address.
FROM nginx AS proxy
EXPOSE 8080 8443
HEALTHCHECK --interval=10s --timeout=3s --retries=3 CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8080/proxy-health"]
CMD ["front"]
