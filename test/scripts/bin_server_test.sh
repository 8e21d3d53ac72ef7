#!/usr/bin/env bash
# End-to-end tests of bin/server, with fakes of all tools.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# With a Mix that shows what the site would get.
machine() {
    complete_machine
    rm "$box/tools/c++" "$box/tools/cmake" "$box/tools/git" # only tests need these
    stand_in mix <<'END'
case "$1" in
    phx.server)
        echo "descriptors: $(ulimit -S -n)"
        echo "runs with $MIX_ENV $PORT $HOST $LISTEN $PLAYOUT_DATA $PLAYOUT_TABLES" ;;
esac
END
    stand_in npm <<<'mkdir -p $3/node_modules; touch -t 209901010000 $3/node_modules/.package-lock.json'
    box_environment=(PORT=14321)
}

runs_the_site() {
    machine
    exits 0 in_box project/bin/server
    has "$output" "The site: http://localhost:14321"
    has "$output" "runs with prod 14321 localhost 127.0.0.1 $box/project/data"
    has "$output" "What Mix cannot download precompiled"
    has "$(calls)" "mix compile" "npm ci --prefix assets" "mix assets.deploy"
    lacks "$(calls)" "apt-get" "deps.get"

    : >"$box/calls"
    mkdir -p "$box/project/_build/prod/lib/exqlite"
    exits 0 in_box project/bin/server
    lacks "$(calls)" "npm ci"
    lacks "$output" "precompiled"
    grep -qx '/data/' "$project/.gitignore"
}

raises_the_descriptors() {
    local hard
    hard=$(ulimit -H -n)
    [ "$hard" != unlimited ] && [ "$hard" -le 65536 ] || hard=65536
    machine
    (ulimit -S -n 256 && in_box project/bin/server && has "$output" "descriptors: $hard")
    # A release does the same.
    equal "$(ulimit -S -n 256 && sh -c '. "$0" && ulimit -S -n' "$project/rel/env.sh.eex")" "$hard"
}

announces_the_table() {
    machine
    box_environment+=(XDG_DATA_HOME="$box/kept")
    in_box project/bin/server
    has "$output" "61 MB in $box/kept/playout/tables. To do without it:  TABLES=off bin/server"
    has "${output#*TABLES=off}" "The site:"

    mkdir -p "$box/kept/playout/tables"
    touch "$box/kept/playout/tables/animal_shogi.table"
    in_box project/bin/server
    lacks "$output" "TABLES=off"
    box_environment+=(PLAYOUT_TABLES=elsewhere)
    in_box project/bin/server
    has "$output" "in $box/elsewhere."
    box_environment+=(TABLES=use)
    in_box project/bin/server
    lacks "$output" "TABLES=off"
}

runs_without_building() {
    machine
    exits 1 in_box project/bin/server --no-build
    has "$output" "nothing is built yet"
    lacks "$(calls)" "mix phx.server"

    mkdir -p "$box/project/_build/prod/lib/playout/ebin" "$box/project/priv/static"
    touch "$box/project/priv/static/cache_manifest.json"
    exits 0 in_box project/bin/server --no-build
    has "$output" "runs with prod 14321"
    has "$(calls)" "mix phx.server --no-compile --no-deps-check"
    lacks "$(calls)" "mix compile" "mix assets.deploy"
}

uses_its_settings() {
    machine
    box_environment=(PORT=14322 HOST=play.example LISTEN=0.0.0.0 PLAYOUT_DATA=kept)
    in_box project/bin/server
    has "$output" "The site: http://play.example:14322 "
    has "$output" "runs with prod 14322 play.example 0.0.0.0 $box/kept"
    lacks "$output" "The dashboard"
    box_environment+=(SCHEME=https PLAYOUT_TABLES=tables ADMIN_PORT=14323)
    in_box project/bin/server
    has "$output" "The site: https://play.example " "$box/kept $box/tables"
    has "$output" "The dashboard: http://localhost:14323"
    box_environment+=(ADMIN_LISTEN=::1)
    in_box project/bin/server
    has "$output" "The dashboard: http://[::1]:14323"
}

rejects_invalid_values() {
    local port
    machine
    for port in 0 65536 -1 4000x 999999; do
        box_environment=(PORT="$port")
        exits 1 in_box project/bin/server
        has "$output" "PORT must be"
    done
    exits 1 in_box project/bin/server --instal
    has "$output" "unknown argument --instal" "LISTEN "
    equal "$(calls)" ""
}

stops_without_packages() {
    machine
    rm -r "$box/home/.cache" "$box/tools/cc"
    exits 1 in_box project/bin/server
    has "$output" "Hex cannot be reached" "no package cache in $box/home/.cache/playout/deps"
    has "$output" "HEX_MIRROR can name" "bin/playout play quarto" "MIX_TARGET=engine iex -S mix"
    lacks "$(calls)" "apt-get" "mix"
}

stops_at_rejected_packages() {
    machine
    stand_in mix <<<'case "$*" in *--no-compile*) echo "lock mismatch"; exit 1 ;; esac'
    exits 1 in_box project/bin/server
    has "$output" "lock mismatch" "bin/playout play quarto"
    lacks "$(calls)" "mix compile"
}

it "builds and runs the site" runs_the_site
it "raises the descriptors as far as it may" raises_the_descriptors
it "says that a table is built, and where, if that is so" announces_the_table
it "runs without building" runs_without_building
it "uses its settings" uses_its_settings
it "rejects invalid values before it does anything else" rejects_invalid_values
it "stops without Hex and without a cache, and says what still works" stops_without_packages
it "stops if Mix rejects the packages" stops_at_rejected_packages
finish_tests
