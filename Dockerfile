# Almanac in one container. docs/self-hosting/docker.md says how to run it; compose.yaml does.
#
# Both images are Debian 13. For a build that can be repeated to the byte name them by their digest:
#   docker build --build-arg DEBIAN_IMAGE=debian:trixie-slim@sha256:… .
ARG NODE_IMAGE=node:24-trixie-slim
ARG DEBIAN_IMAGE=debian:trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm pack --pack-destination /tmp \
  && npm install --global --prefix /opt/almanac --no-audit --no-fund /tmp/almanac-*.tgz \
  # The headers of Node, with which nobody compiles here.
  && rm -rf /opt/almanac/lib/node_modules/almanac/node_modules/node/node_modules/*/include

FROM ${DEBIAN_IMAGE}
# PostgreSQL looks its user up in /etc/passwd: another user cannot be chosen with --user.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin almanac \
  && install -d -o almanac -g almanac -m 0700 /data
COPY --from=build /opt/almanac /opt/almanac
ENV PATH=/opt/almanac/bin:/opt/almanac/lib/node_modules/almanac/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin \
  NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
USER almanac
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["almanac"]
