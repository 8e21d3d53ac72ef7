#!/usr/bin/env bash
# End-to-end tests of bin/test, with fakes of all tools.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# With test runners that report a number of tests.
machine() {
    complete_machine
    stand_in node <<<'case "$1" in --version) echo v20.1.0 ;; *) printf "ℹ pass 3\nℹ fail 0\n" ;; esac'
    mkdir -p "$box/project/test/playout/matches" "$box/project/test/"{kill,release}
    touch "$box/project/test/browser/package-lock.json" "$box/project/test/playout_test.exs"
    echo "use Playout.Test.Database" >"$box/project/test/playout/matches/state_test.exs"
    postgresql
    echo 'echo "2 passed, 0 failed, 0 skipped"' >"$box/project/test/scripts/some_test.sh"
}

postgresql() {
    mkdir -p "$box/postgresql"
    write_stand_in "$box/postgresql/initdb" <<<'mkdir data'
    write_stand_in "$box/postgresql/pg_ctl" <<<'exit 0'
    write_stand_in "$box/postgresql/psql" <<<'exit 0'
    stand_in chown <<<'exit 0'
    stand_in setpriv <<<'while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"'
}

last_line() {
    printf '%s\n' "${output##*$'\n'}"
}

# Also where CI starts it.
runs_everything() {
    machine
    stand_in curl <<<'exit 0'
    stand_in mix <<END
[ "\$1" != test ] || echo "database: \${PLAYOUT_TEST_DATABASE:-a file}" >>'$box/calls'
[ "\$1" != test ] || echo '2 doctests, 5 tests, 0 failures, 1 excluded'
END
    stand_in cargo <<END
echo "flags: \$RUSTFLAGS" >>'$box/calls'
[ "\$1" != test ] || echo 'test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured'
END
    cp "$project/.ci/run" "$box/project/.ci/"
    exits 0 in_box bash project/.ci/run
    local title
    for title in Packages rustfmt clippy rustdoc "cargo test" "cargo deny" "mix format" "mix compile (host)" "building the site" \
        Credo "mix docs" JavaScript "engine tests (host)" "engine alone, smoke test" "matches and web tests" \
        "RustSec advisories" "mix hex.audit" "npm audit" "browser tests" "kill test and load" release "matches on PostgreSQL" \
        "sites on PostgreSQL" "tests of the scripts" shellcheck "builds are left alone"; do
        has "$output" $'\npassed  '"$title "
    done
    # 16 checks; cargo 7 and 1 ignored; ExUnit 4 times 6 and 1 excluded; node 4 times 3; scripts 2
    equal "$(last_line)" "61 passed, 0 failed, 5 skipped"
    lacks "$output" "NOT EVERYTHING"
    has "$(calls)" "cargo clippy --manifest-path native/Cargo.toml --workspace --all-targets"
    has "$(calls)" "flags: -Ctarget-cpu=native"
    lacks "$(calls)" "--include-ignored" "deps.get" "mix dialyzer"
    has "$(calls)" "mix test --warnings-as-errors test/playout/matches/state_test.exs" "database: a file"
    has "$(calls)" "database: postgres://playout@localhost/test?socket_dir="
    # PostgreSQL runs as an ordinary user, and not for longer than the tests; once more for sites that restart it.
    has "$(calls)" "setpriv --reuid=postgres"
    equal "$(calls | sed -n 's/^pg_ctl .* //p')" $'start\nstart\nstop\nstop'
    [ ! -e "$(calls | sed -n 's/.*socket_dir=//p')" ]
}

runs_all() {
    machine
    stand_in cargo <<<"echo \"\$1: \$* in \$PLAYOUT_TABLES, \$PLAYOUT_TEST_ALL\" >>'$box/calls'"
    local tables=$box/data/playout/tables place
    mkdir -p "$tables"
    touch "$tables/animal_shogi.table"
    for place in "XDG_DATA_HOME=$box/data PLAYOUT_TABLES=" "PLAYOUT_TABLES=data/playout/tables XDG_DATA_HOME=data"; do
        read -ra box_environment <<<"$place"
        : >"$box/calls"
        in_box project/bin/test --all
        has "$(calls)" "--include-ignored --skip are_in_time --skip takes_no_longer in $tables, yes"
        has "$(calls)" "--test deadlines -- --ignored" "mix dialyzer"
        lacks "$output" "making the table"
    done
    rm -r "$box/data"
    in_box project/bin/test --all
    has "$output" "making the table"
}

continues_after_failures() {
    machine
    stand_in cargo <<'END'
case "$1" in
    clippy) exit 101 ;;
    test) echo 'test result: FAILED. 5 passed; 2 failed; 0 ignored'; exit 101 ;;
esac
END
    stand_in mix <<<"case \$1 in credo) mkdir -p '$box/project/_build/prod' ;; esac"
    rm "$box/project/test/playout/matches/state_test.exs"
    exits 1 in_box project/bin/test
    has "$output" $'\nFAILED  clippy ' "   5 passed   2 failed" $'\nFAILED  builds are left alone '
    has "$output" $'are new or have changed:\n_build/prod' $'\nFAILED  matches and web tests '
    has "$output" "This section ran no tests."
}

stops_postgresql_when_interrupted() {
    machine
    mkfifo "$box/started" "$box/go"
    stand_in mix <<<"[ \"\$1\" != test ] || { echo >'$box/started'; read -r line <'$box/go'; }"
    exits 130 in_box bash -c 'project/bin/test & read -r line <started; kill -TERM $!; echo >go; wait $!'
    equal "$(calls | sed -n 's/^pg_ctl .* //p')" $'start\nstop'
}

leaves_out_what_is_not_there() {
    machine
    rm -r "$box/tools/cargo-deny" "$box/postgresql"
    stand_in npm <<<'case "$1" in audit) echo "npm error audit endpoint returned an error"; exit 1 ;; esac'
    exits 0 in_box project/bin/test
    has "$output" "!!  cargo deny: cargo-deny is not installed."
    has "$output" "!!  RustSec advisories: cargo-deny is not installed"
    has "$output" "!!  mix hex.audit: Hex cannot be reached."
    has "$output" "!!  npm audit: npm's registry cannot be reached"
    has "$output" "!!  PostgreSQL: PostgreSQL is not installed. Debian's package: postgresql."

    postgresql
    write_stand_in "$box/postgresql/initdb" <<<'echo "out of order"; exit 1'
    exits 0 in_box project/bin/test
    has "$output" "!!  PostgreSQL: PostgreSQL does not start: out of order"
}

leaves_out_without_a_site() {
    machine
    stand_in node <<<'case "$1" in --version) echo v20.1.0 ;; *build_site*) exit 1 ;; *) printf "ℹ pass 3\nℹ fail 0\n" ;; esac'
    exits 1 in_box project/bin/test
    has "$output" $'\nFAILED  building the site '
    local title
    for title in "browser tests" "kill test and load" release; do
        has "$output" "!!  $title: the site could not be built."
    done
}

leaves_out_without_packages() {
    machine
    rm -r "$box/home/.cache"
    exits 1 in_box project/bin/test --strict
    has "$output" $'\npassed  engine tests (engine) '
    has "$output" "!!  matches and web tests: Elixir packages are not available: Hex"
    has "$output" "!!  browser tests: Elixir packages are not available"
    equal "$(last_line)" "23 passed, 11 failed, 0 skipped"
}

leaves_out_with_an_old_elixir() {
    machine
    elixir 1.14.0 stand_in
    exits 1 in_box project/bin/test
    has "$output" $'\nFAILED  Packages ' "The package cache $box/home/.cache/playout/deps cannot be used"

    rm -r "$box/home/.cache"
    stand_in curl <<<'case "$*" in *mirror*) exit 0 ;; *) exit 7 ;; esac'
    box_environment=(HEX_MIRROR=https://mirror.example)
    exits 0 in_box project/bin/test
    has "$output" "!!  browser tests: Elixir 1.17 or later is missing (found 1.14.0)"
}

fails_with_an_incomplete_cache() {
    machine
    stand_in mix <<'END'
case "$*" in
    *--no-compile*) echo 'lock mismatch'; exit 1 ;;
    test*) echo '4 tests, 0 failures' ;;
esac
END
    exits 1 in_box project/bin/test
    has "$output" "lock mismatch" $'\nFAILED  Packages ' $'\npassed  engine tests (engine) '
    has "$output" "!!  browser tests: the packages are wrong or incomplete"
}

prints_a_last_line_without_starting() {
    machine
    rm "$box/tools/cc" "$box/tools/c++" "$box/tools/cmake"
    exits 1 in_box project/bin/test --no-install
    has "$output" $'Missing: a C compiler (cc)\nMissing: a C++ compiler (c++)\nMissing: cmake\n'
    equal "$(last_line)" "0 passed, 1 failed, 0 skipped"
}

it "runs every section, also in CI" runs_everything
it "runs the whole with --all, and makes Animal Shogi's table if there is none" runs_all
it "continues after failures, changed builds and sections without tests" continues_after_failures
it "stops its PostgreSQL when it is interrupted" stops_postgresql_when_interrupted
it "leaves out what needs something that cannot be had" leaves_out_what_is_not_there
it "leaves out tests of a site that cannot be built" leaves_out_without_a_site
it "leaves out tests that need packages, or counts them as failures with --strict" leaves_out_without_packages
it "leaves out tests that need a newer Elixir, or fails if there is a cache" leaves_out_with_an_old_elixir
it "fails if the cache does not match the lock file" fails_with_an_incomplete_cache
it "prints a last line even if it cannot start" prints_a_last_line_without_starting
finish_tests
