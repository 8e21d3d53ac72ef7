#!/usr/bin/env bash
# End-to-end tests of bin/server, with fakes of all tools.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# A machine on which everything is installed.
complete_machine() {
    debian
    rust 1.95.0
    compilers
    elixir 1.18.3 stand_in
    stand_in mix <<END
case "\$1" in
    assets.setup) mkdir -p assets/node_modules; sleep 0.1; touch assets/node_modules/.package-lock.json ;;
    phx.server) echo "descriptors: \$(ulimit -S -n)"; echo "runs with \$MIX_ENV \$PORT \$HOST \$LISTEN \$PLAYOUT_DATA \$PLAYOUT_TABLES" ;;
esac
END
    no_network
    mkdir -p "$box/home/.cache/playout/deps"
    touch "$box/project/assets/package-lock.json"
    box_environment=(PORT=44321)
}

runs_the_site() {
    complete_machine
    in_box project/bin/server
    equal "$status" 0
    has "$output" "The site: http://localhost:44321"
    has "$output" "runs with prod 44321 localhost 127.0.0.1 $box/project/data"
    has "$(calls)" "mix compile"
    has "$(calls)" "mix assets.deploy"
    lacks "$(calls)" "apt-get"
    lacks "$(calls)" "deps.get"
}

raises_the_descriptors() {
    local hard
    hard=$(ulimit -H -n)
    [ "$hard" != unlimited ] && [ "$hard" -le 65536 ] || hard=65536
    complete_machine
    (ulimit -S -n 256 && in_box project/bin/server && has "$output" "descriptors: $hard")
    # A release does the same.
    equal "$(ulimit -S -n 256 && sh -c '. "$0" && ulimit -S -n' "$project/rel/env.sh.eex")" "$hard"
}

skips_the_set_up() {
    complete_machine
    in_box project/bin/server
    : >"$box/calls"
    in_box project/bin/server
    equal "$status" 0
    has "$output" "runs with prod"
    lacks "$(calls)" "assets.setup"
}

runs_without_building() {
    complete_machine
    in_box project/bin/server --no-build
    equal "$status" 1
    has "$output" "nothing is built yet"
    lacks "$(calls)" "mix phx.server"

    mkdir -p "$box/project/_build/prod/lib/playout/ebin" "$box/project/priv/static"
    touch "$box/project/priv/static/cache_manifest.json"
    in_box project/bin/server --no-build
    equal "$status" 0
    has "$output" "runs with prod 44321"
    has "$(calls)" "mix phx.server --no-compile --no-deps-check"
    lacks "$(calls)" "mix compile"
    lacks "$(calls)" "mix assets.deploy"
}

uses_its_settings() {
    complete_machine
    box_environment=(PORT=44322 HOST=play.example LISTEN=0.0.0.0 PLAYOUT_DATA=kept)
    in_box project/bin/server
    equal "$status" 0
    has "$output" "The site: http://play.example:44322"
    has "$output" "runs with prod 44322 play.example 0.0.0.0 $box/kept"
    box_environment+=(SCHEME=https PLAYOUT_TABLES=tables)
    in_box project/bin/server
    has "$output" "The site: https://play.example "
    has "$output" "$box/kept $box/tables"
    lacks "$output" "The dashboard"
    box_environment+=(ADMIN_PORT=44323)
    in_box project/bin/server
    has "$output" "The dashboard: http://localhost:44323"
    box_environment+=(ADMIN_LISTEN=192.0.2.1)
    in_box project/bin/server
    has "$output" "The dashboard: http://192.0.2.1:44323"
    box_environment+=(ADMIN_LISTEN=::1)
    in_box project/bin/server
    has "$output" "The dashboard: http://[::1]:44323"
}

rejects_an_invalid_port() {
    local port
    complete_machine
    for port in 0 65536 -1 4000x 999999; do
        box_environment=(PORT="$port")
        in_box project/bin/server
        equal "$status" 1
        has "$output" "PORT must be"
    done
    equal "$(calls)" ""
}

rejects_unknown_arguments() {
    in_box project/bin/server --instal
    equal "$status" 1
    has "$output" "unknown argument --instal"
}

prints_help() {
    in_box project/bin/server --help
    equal "$status" 0
    has "$output" "--no-install"
    has "$output" "LISTEN"
}

stops_without_packages() {
    complete_machine
    rm -r "$box/home/.cache" "$box/tools/cc"
    in_box project/bin/server
    equal "$status" 1
    has "$output" "Hex cannot be reached"
    has "$output" "no package cache in $box/home/.cache/playout/deps"
    has "$output" "bin/playout play quarto"
    has "$output" "MIX_TARGET=engine iex -S mix"
    lacks "$(calls)" "apt-get"
    lacks "$(calls)" "mix"
}

stops_at_rejected_packages() {
    complete_machine
    stand_in mix <<<'case "$*" in *--no-compile*) echo "lock mismatch"; exit 1 ;; esac'
    in_box project/bin/server
    equal "$status" 1
    has "$output" "lock mismatch"
    has "$output" "bin/playout play quarto"
    lacks "$(calls)" "mix compile"
}

sets_up_a_new_machine() {
    debian
    version_of elixir 1.18.3
    version_of rustup 1.27
    rust 1.80.0
    mkdir "$box/packages/rustup"
    mv "$box/tools/rustup" "$box/tools/cargo" "$box/tools/rustc" "$box/packages/rustup/"
    local pair
    for pair in gcc/cc g++/c++ make/make cmake/cmake npm/npm rebar3/rebar3; do
        packaged "${pair%/*}" "${pair#*/}" <<<'exit 0'
    done
    packaged nodejs node <<<'echo v18.19.0'
    elixir 1.18.3 packaged elixir
    no_network
    mkdir -p "$box/home/.cache/playout/deps"
    touch "$box/project/assets/package-lock.json"
    box_environment=(PORT=44321)
    in_box project/bin/server
    equal "$status" 0
    has "$output" "Installing Rust 1.95.0 with rustup"
    equal "$(calls | grep -c '^apt-get install')" 1
    has "$(calls)" "gcc libc6-dev rustup elixir"
    has "$(calls)" "rebar3 g++ make cmake nodejs npm"
    lacks "$(calls)" "chromium"
    has "$(calls)" "mix phx.server"
}

data_is_ignored_by_git() {
    grep -qx '/data/' "$project/.gitignore"
}

it "sets up, builds and runs the site" runs_the_site
it "raises the descriptors as far as it may" raises_the_descriptors
it "skips the set-up the second time" skips_the_set_up
it "runs without building" runs_without_building
it "uses its settings" uses_its_settings
it "rejects an invalid port before it does anything else" rejects_an_invalid_port
it "rejects unknown arguments" rejects_unknown_arguments
it "prints help" prints_help
it "stops without Hex and without a cache, and says what still works" stops_without_packages
it "stops if Mix rejects the packages" stops_at_rejected_packages
it "sets up a new machine" sets_up_a_new_machine
it "keeps its data out of the repository" data_is_ignored_by_git
finish_tests
