# One service, with the packages that it runs with and nothing else. `npm run images` makes the folder that it is built from:
#   npm run images -- contacts
# Needs no BuildKit, and fetches nothing but the base image.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE}

# The packages first: they change less often than what we build.
COPY node_modules /app/node_modules
COPY libs /app/libs
COPY apps /app/apps
COPY tools /app/tools
COPY docker /app/docker

ARG SERVICE
WORKDIR /app/apps/${SERVICE}
RUN test -n "${SERVICE}" && test -f dist/main.js

# 0.0.0.0 of the container: who reaches it is said where it runs.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080

# Half the memory under load. For more requests a second instead, set the three to nothing (docs/capacity.md).
ENV NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=512" MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 8080

# Owns nothing here and writes nowhere: run it with a read-only root file system. Not even /tmp is needed.
USER 1000:1000

# The service itself is process 1. It finishes what it has begun within SHUTDOWN_TIMEOUT_MS, 10 seconds; grant a few more.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/docker/healthcheck.mjs"]

# Other commands of the same image: dist/migrate.js, dist/operate.js, and of the gateway dist/cli.js.
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/main.js"]

# Last, because they change with every build.
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="call-intelligence-${SERVICE}" \
      org.opencontainers.image.description="Call Intelligence Service: ${SERVICE}" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
