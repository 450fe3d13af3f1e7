# The app without a database of its own: set DATABASE_URL and SECRET_KEY (compose.yaml shows how).
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc svelte.config.js ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script: what they would do is done at start where it is needed.
RUN npm ci --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# LaTeX for templates beyond the embedded engine, and what keeps it apart from the rest; CERTIFICATE_TEX= (empty) switches it off.
RUN apt-get update && apt-get install -y --no-install-recommends \
      texlive-latex-base texlive-latex-recommended lmodern bubblewrap \
  && rm -rf /var/lib/apt/lists/*
ENV CERTIFICATE_TEX=auto
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY migrations migrations
# `npm run set-password` and its like work in the image, too.
COPY src/commands/run.js src/commands/run.js
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is told to stop, so that requests and jobs are finished.
CMD ["node", "build/commands/start.js"]
