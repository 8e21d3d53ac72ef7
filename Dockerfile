# The site in a container, based on the output of `mix phx.gen.release --docker`. README.md has the
# two commands that build and run it. test/release checks this file, and bin/test runs the commands
# of the stage `builder`.

# The versions of Elixir and OTP are those in mise.toml. The version of Rust is in rust-toolchain.toml,
# and that of esbuild in assets/package-lock.json.
ARG ELIXIR_VERSION=1.18.4
ARG OTP_VERSION=27.3.4.13
ARG DEBIAN_VERSION=trixie-20260623-slim

ARG BUILDER_IMAGE="docker.io/hexpm/elixir:${ELIXIR_VERSION}-erlang-${OTP_VERSION}-debian-${DEBIAN_VERSION}"
ARG RUNNER_IMAGE="docker.io/debian:${DEBIAN_VERSION}"

FROM ${BUILDER_IMAGE} AS tools

RUN apt-get update \
  && apt-get install -y --no-install-recommends build-essential ca-certificates nodejs npm rustup \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app

# rustup installs the pinned version when it is first used.
COPY rust-toolchain.toml ./
RUN cargo --version

FROM tools AS packages

# The release builds the native library itself, so there is no need for a local build.
ENV MIX_ENV=prod LANG=C.UTF-8 PLAYOUT_BUILD=release

RUN mix local.hex --force \
  && mix local.rebar --force

COPY mix.exs mix.lock ./
COPY config config
RUN mix deps.get --check-locked --only $MIX_ENV

# Builds the release.
FROM packages AS builder

RUN mix deps.compile

COPY assets assets
RUN mix assets.setup

COPY native native
COPY lib lib
COPY priv priv
RUN mix compile --warnings-as-errors

RUN mix assets.deploy

COPY rel rel
RUN mix release

# Makes the table of the perfect player, which takes a minute of processor time. It depends only on
# the native code, so most changes don't make it again.
FROM tools AS tables

COPY native native
RUN cargo build --release --locked --manifest-path native/Cargo.toml --package playout-cli
RUN native/target/release/playout tables build animal_shogi --out tables/animal_shogi.table

# Runs the release.
FROM ${RUNNER_IMAGE} AS final

RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates curl libncurses6 libstdc++6 openssl \
  && rm -rf /var/lib/apt/lists/*

RUN useradd --uid 10001 --user-group --no-create-home playout \
  && install --directory --owner playout --group playout --mode 700 /data

WORKDIR /app
COPY --from=tables /app/tables/animal_shogi.table ./tables/
COPY --from=builder /app/_build/prod/rel/playout_server ./

# The database, and the secret that is generated at the first start.
VOLUME /data
ENV LANG=C.UTF-8 PLAYOUT_DATA=/data PLAYOUT_TABLES=/app/tables LISTEN=0.0.0.0 PORT=4000
EXPOSE 4000
USER playout

# A node that only thinks has no pages.
HEALTHCHECK --interval=10s --timeout=12s --start-period=30s \
  CMD test "$CLUSTER_ROLE" = think || curl --silent --fail --output /dev/null "http://127.0.0.1:$PORT/health" || exit 1

CMD ["/app/bin/playout_server", "start"]
