#!/usr/bin/env bash
# bin/server from end to end, with stand-ins for all tools.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# A machine with everything that the site needs.
whole_machine() {
    debian
    rust 1.95.0
    compilers
    elixir 1.18.3 stand_in
    stand_in mix <<END
case "\$1" in
    assets.setup) mkdir -p assets/node_modules; sleep 0.1; touch assets/node_modules/.package-lock.json ;;
    phx.server) echo "runs with \$MIX_ENV \$PORT \$HOST \$LISTEN \$PLAYOUT_DATA" ;;
esac
END
    no_network
    mkdir -p "$box/home/.cache/playout/deps"
    touch "$box/project/assets/package-lock.json"
    box_environment=(PORT=44321)
}

runs_the_site() {
    whole_machine
    in_box project/bin/server
    equal "$status" 0
    has "$output" "The site: http://localhost:44321"
    has "$output" "runs with prod 44321 localhost 127.0.0.1 $box/project/data"
    has "$(calls)" "mix compile"
    has "$(calls)" "mix assets.deploy"
    lacks "$(calls)" "apt-get"
    lacks "$(calls)" "deps.get"
}

runs_again_at_once() {
    whole_machine
    in_box project/bin/server
    : >"$box/calls"
    in_box project/bin/server
    equal "$status" 0
    has "$output" "runs with prod"
    lacks "$(calls)" "assets.setup"
}

obeys_its_settings() {
    whole_machine
    box_environment=(PORT=44322 HOST=play.example LISTEN=0.0.0.0 PLAYOUT_DATA=kept)
    in_box project/bin/server
    equal "$status" 0
    has "$output" "The site: http://play.example:44322"
    has "$output" "runs with prod 44322 play.example 0.0.0.0 $box/kept"
    box_environment+=(SCHEME=https)
    in_box project/bin/server
    has "$output" "The site: https://play.example "
}

refuses_a_bad_port() {
    local port
    whole_machine
    for port in 0 65536 -1 4000x 999999; do
        box_environment=(PORT="$port")
        in_box project/bin/server
        equal "$status" 1
        has "$output" "PORT is"
    done
    equal "$(calls)" ""
}

refuses_unknown_arguments() {
    in_box project/bin/server --instal
    equal "$status" 1
    has "$output" "unknown argument --instal"
}

helps() {
    in_box project/bin/server --help
    equal "$status" 0
    has "$output" "--no-install"
    has "$output" "LISTEN"
}

stops_without_packages() {
    whole_machine
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

stops_at_packages_that_are_refused() {
    whole_machine
    stand_in mix <<<'case "$*" in *--no-compile*) echo "lock mismatch"; exit 1 ;; esac'
    in_box project/bin/server
    equal "$status" 1
    has "$output" "lock mismatch"
    has "$output" "bin/playout play quarto"
    lacks "$(calls)" "mix compile"
}

sets_up_a_bare_machine() {
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

never_in_the_repo() {
    grep -qx '/data/' "$project/.gitignore"
}

it "sets up, builds and runs the site" runs_the_site
it "runs again at once" runs_again_at_once
it "uses its settings" obeys_its_settings
it "refuses a bad port, before it does anything else" refuses_a_bad_port
it "refuses unknown arguments" refuses_unknown_arguments
it "helps" helps
it "stops without Hex and without a cache, and says what still works" stops_without_packages
it "stops at packages that are refused" stops_at_packages_that_are_refused
it "sets up a bare machine" sets_up_a_bare_machine
it "keeps its data out of the repo" never_in_the_repo
finish_tests
