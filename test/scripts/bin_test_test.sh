#!/usr/bin/env bash
# End-to-end tests of bin/test, with fakes of all tools.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# A machine on which everything is installed. Each test runner reports a number of tests.
complete_machine() {
    debian
    rust 1.95.0
    compilers
    elixir 1.18.3 stand_in
    no_network
    stand_in node <<<'case "$1" in --version) echo v20.1.0 ;; *) printf "ℹ pass 3\nℹ fail 0\n" ;; esac'
    mkdir -p "$box/home/.cache/playout/deps" "$box/project/test/playout/matches" "$box/project/test/"{kill,release}
    touch "$box/project/assets/package-lock.json" "$box/project/test/browser/package-lock.json"
    touch "$box/project/test/playout/matches/state_test.exs" "$box/project/test/playout_test.exs"
    echo "use Playout.Test.MatchCase" >"$box/project/test/playout/matches/state_test.exs"
    postgresql
    echo 'echo "2 passed, 0 failed, 0 skipped"' >"$box/project/test/scripts/some_test.sh"
    table_in "$box/home/.local/share/playout/tables"
}

postgresql() {
    mkdir -p "$box/postgresql"
    write_stand_in "$box/postgresql/initdb" <<<'mkdir data'
    write_stand_in "$box/postgresql/pg_ctl" <<<'exit 0'
    write_stand_in "$box/postgresql/psql" <<<'exit 0'
    stand_in chown <<<'exit 0'
    stand_in setpriv <<<'while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"'
}

table_in() {
    mkdir -p "$1"
    touch "$1/animal_shogi.table"
}

last_line() {
    printf '%s\n' "${output##*$'\n'}"
}

runs_everything() {
    complete_machine
    stand_in curl <<<'exit 0'
    in_box project/bin/test
    equal "$status" 0
    local title
    for title in Packages rustfmt clippy "cargo test" "cargo deny" "mix format" "mix compile (host)" "building the site" \
        Credo Dialyzer "engine tests (host)" "engine alone, smoke test" "matches and web tests" \
        "RustSec advisories" "mix hex.audit" "npm audit" "browser tests" "kill test and load" release "matches on PostgreSQL" \
        "kill test on PostgreSQL" "tests of the scripts" shellcheck \
        "README's release" "builds are left alone"; do
        has "$output" $'\n== '"$title"$'\n'
    done
    # 14 checks; cargo 7 and 1 ignored; ExUnit 4 times 6 and 1 excluded; node 5 times 3; scripts 2
    equal "$(last_line)" "62 passed, 0 failed, 5 skipped"
    has "$(calls)" "cargo clippy --manifest-path native/Cargo.toml --workspace --all-targets"
    has "$(calls)" "mix test --warnings-as-errors test/playout/matches/state_test.exs"
    lacks "$(calls)" "deps.get"
    lacks "$output" "NOT EVERYTHING"
}

tests_builds_for_this_machine() {
    complete_machine
    stand_in cargo <<<'echo "$1 with $RUSTFLAGS"'
    in_box project/bin/test
    has "$output" "test with -Ctarget-cpu=native"
}

continues_after_failures() {
    complete_machine
    stand_in cargo <<'END'
case "$1" in
    clippy) exit 101 ;;
    test) echo 'test result: FAILED. 5 passed; 2 failed; 0 ignored'; exit 101 ;;
esac
END
    in_box project/bin/test
    equal "$status" 1
    has "$output" "FAILED  clippy"
    equal "$(last_line)" "58 passed, 3 failed, 5 skipped"
}

finds_the_table() {
    complete_machine
    in_box project/bin/test
    has "$(calls)" "--no-fail-fast -- --include-ignored"
    rm -r "$box/home/.local"
    : >"$box/calls"
    in_box project/bin/test
    lacks "$(calls)" "--include-ignored"
    has "$output" "!!  tests with the table: Animal Shogi's table is missing. To make it: bin/playout tables"
    equal "$(last_line)" "61 passed, 0 failed, 7 skipped"

    local place
    for place in "XDG_DATA_HOME=$box/data PLAYOUT_TABLES=" "PLAYOUT_TABLES=$box/data/playout/tables XDG_DATA_HOME=data"; do
        table_in "$box/data/playout/tables"
        stand_in cargo <<<'echo "$* in $PLAYOUT_TABLES"'
        read -ra box_environment <<<"$place"
        in_box project/bin/test
        has "$output" "--include-ignored --skip on_a_busy_machine --skip every_win_of_the_bench in $box/data/playout/tables"
        rm -r "$box/data"
    done
}

leaves_out_without_a_site() {
    complete_machine
    stand_in node <<<'case "$1" in --version) echo v20.1.0 ;; *build_site*) exit 1 ;; *) printf "ℹ pass 3\nℹ fail 0\n" ;; esac'
    in_box project/bin/test
    equal "$status" 1
    has "$output" "FAILED  building the site"
    local title
    for title in "browser tests" "kill test and load" release; do
        has "$output" "!!  $title: the site could not be built."
    done
    has "$output" $'\n== README\'s release'
}

runs_postgresql() {
    complete_machine
    stand_in mix <<<'[ "$1" != test ] || echo "on ${PLAYOUT_TEST_DATABASE:-a file}" && echo "6 tests, 0 failures"'
    in_box project/bin/test
    has "$output" "on postgres://playout@localhost/test?socket_dir="
    has "$output" "on a file"
    # As an ordinary user, and not for longer than the tests.
    has "$(calls)" "setpriv --reuid=postgres"
    equal "$(calls | grep -c '^pg_ctl .* start$')" 1
    equal "$(calls | grep '^pg_ctl' | tail -n 1 | sed 's/.* //')" stop
    lacks "$(ls -d /tmp/playout-pg.* 2>/dev/null)" "$(sed -n 's/.*socket_dir=//p' <<<"$output" | head -n 1)"
}

stops_postgresql_when_interrupted() {
    complete_machine
    stand_in mix <<<'[ "$1" != test ] || sleep 1'
    in_box bash -c 'project/bin/test & until grep -q "^mix test" calls; do sleep 0.1; done; kill -TERM $!; wait $!'
    equal "$status" 130
    equal "$(calls | grep '^pg_ctl' | tail -n 1 | sed 's/.* //')" stop
    equal "$(calls | sed -n 's/^pg_ctl .*--log=//p' | grep -c start)" 1
}

leaves_out_postgresql() {
    complete_machine
    rm -r "$box/postgresql"
    in_box project/bin/test
    equal "$status" 0
    has "$output" "!!  PostgreSQL: PostgreSQL is not installed. Debian's package: postgresql."
    equal "$(last_line)" "52 passed, 0 failed, 6 skipped"

    postgresql
    write_stand_in "$box/postgresql/initdb" <<<'echo "out of order"; exit 1'
    in_box project/bin/test
    equal "$status" 0
    has "$output" "!!  PostgreSQL: PostgreSQL does not start: out of order"
}

leaves_out_without_packages() {
    complete_machine
    rm -r "$box/home/.cache"
    in_box project/bin/test
    equal "$status" 0
    has "$output" "engine tests (engine)"
    lacks "$output" "== browser tests"$'\n'"ℹ"
    has "$output" "!!  matches and web tests: Elixir packages are not available: Hex"
    has "$output" "!!  browser tests: Elixir packages are not available"
    equal "$(last_line)" "22 passed, 0 failed, 11 skipped"
    in_box project/bin/test --all
    equal "$status" 1
    equal "$(last_line)" "22 passed, 11 failed, 0 skipped"
}

leaves_out_with_an_old_elixir() {
    complete_machine
    rm -r "$box/home/.cache"
    elixir 1.14.0 stand_in
    stand_in curl <<<'case "$*" in *mirror*) exit 0 ;; *) exit 7 ;; esac'
    box_environment=(HEX_MIRROR=https://mirror.example)
    in_box project/bin/test
    equal "$status" 0
    has "$output" "!!  browser tests: Elixir 1.17 or later is missing (found 1.14.0)"
}

fails_with_an_incomplete_cache() {
    complete_machine
    stand_in mix <<'END'
case "$*" in
    *--no-compile*) echo 'lock mismatch'; exit 1 ;;
    test*) echo '4 tests, 0 failures' ;;
esac
END
    in_box project/bin/test
    equal "$status" 1
    has "$output" "lock mismatch"
    has "$output" "FAILED  Packages"
    has "$output" "engine tests (engine)"
    has "$output" "!!  browser tests: the packages are wrong or incomplete"
    equal "$(last_line)" "20 passed, 1 failed, 10 skipped"
}

fails_with_a_cache_and_an_old_elixir() {
    complete_machine
    elixir 1.14.0 stand_in
    in_box project/bin/test
    equal "$status" 1
    has "$output" "FAILED  Packages"
    has "$output" "The package cache $box/home/.cache/playout/deps cannot be used"
    equal "$(last_line)" "22 passed, 1 failed, 11 skipped"
}

leaves_out_what_cannot_be_fetched() {
    complete_machine
    rm "$box/tools/cargo-deny"
    stand_in cargo <<'END'
case "$1" in
    install) exit 101 ;;
    test) echo 'test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured' ;;
esac
END
    stand_in npm <<<'case "$1" in audit) echo "npm error audit endpoint returned an error"; exit 1 ;; esac'
    in_box project/bin/test
    equal "$status" 0
    has "$(calls)" "cargo install --quiet --locked --version"
    has "$output" "!!  cargo deny: cargo-deny is not installed, and cargo cannot fetch it."
    has "$output" "!!  RustSec advisories: cargo-deny is not installed"
    has "$output" "!!  mix hex.audit: Hex cannot be reached."
    has "$output" "!!  npm audit: npm's registry cannot be reached"
    equal "$(last_line)" "58 passed, 0 failed, 9 skipped"
}

notices_changed_builds() {
    complete_machine
    stand_in mix <<END
case "\$1" in
    test)
        mkdir -p '$box/project/_build/prod'
        echo '2 doctests, 5 tests, 0 failures, 1 excluded' ;;
esac
END
    in_box project/bin/test
    equal "$status" 1
    has "$output" $'are new or have changed:\n_build/prod'
    has "$output" "FAILED  builds are left alone"
}

sections_must_run_tests() {
    complete_machine
    rm "$box/project/test/playout/matches/state_test.exs"
    in_box project/bin/test
    equal "$status" 1
    has "$output" "This section ran no tests."
    has "$output" "FAILED  matches and web tests"
}

sets_up_a_new_machine() {
    complete_machine
    rm -r "$box/home/.cache"
    rm "$box/tools/cc" "$box/tools/shellcheck" "$box/tools/elixir" "$box/tools/erl" "$box/tools/mix"
    packaged gcc cc <<<'exit 0'
    packaged shellcheck shellcheck <<<'exit 0'
    elixir 1.14.0 packaged elixir
    version_of elixir 1.14.0
    in_box project/bin/test
    equal "$status" 0
    has "$(calls)" "--no-remove gcc libc6-dev shellcheck elixir"
    equal "$(calls | grep -c '^apt-get install')" 1
    : >"$box/calls"
    in_box project/bin/test
    equal "$status" 0
    lacks "$(calls)" "apt-get"
}

prints_a_last_line_without_starting() {
    complete_machine
    rm "$box/tools/cc"
    in_box project/bin/test --no-install
    equal "$status" 1
    has "$output" "Missing: a C compiler (cc)"
    equal "$(last_line)" "0 passed, 1 failed, 0 skipped"
    lacks "$(calls)" "apt-get"
}

ci_runs_it() {
    complete_machine
    cp "$project/.ci/run" "$box/project/.ci/"
    box_environment=(CI=true)
    in_box bash project/.ci/run
    equal "$status" 0
    equal "$(last_line)" "61 passed, 0 failed, 6 skipped"
}

it "runs every section under its own heading" runs_everything
it "tests builds for this machine" tests_builds_for_this_machine
it "continues after failures" continues_after_failures
it "leaves out tests that need Animal Shogi's table if there is none" finds_the_table
it "runs tests on a PostgreSQL of its own" runs_postgresql
it "stops its PostgreSQL when it is interrupted" stops_postgresql_when_interrupted
it "leaves out PostgreSQL where it cannot be had, by name" leaves_out_postgresql
it "leaves out tests of a site that cannot be built" leaves_out_without_a_site
it "leaves out tests that need packages if there are none" leaves_out_without_packages
it "leaves out tests that need a newer Elixir" leaves_out_with_an_old_elixir
it "fails if the cache does not match the lock file" fails_with_an_incomplete_cache
it "fails if Elixir is too old for the cache" fails_with_a_cache_and_an_old_elixir
it "leaves out checks that need something from the network" leaves_out_what_cannot_be_fetched
it "notices changes to the builds of bin/server" notices_changed_builds
it "fails if a section runs no tests" sections_must_run_tests
it "sets up a new machine, but only once" sets_up_a_new_machine
it "prints a last line even if it cannot start" prints_a_last_line_without_starting
it "is what CI runs" ci_runs_it
finish_tests
