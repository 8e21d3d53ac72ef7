#!/usr/bin/env bash
# Tests of where Elixir packages come from, and when they are rejected.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

find='find_packages; echo "${packages:-none}"'

prefers_the_cache() {
    network stand_in
    library "$find"
    equal "$output" hex
    mkdir -p "$box/home/.cache/playout/deps" "$box/own"
    library "$find"
    equal "${output##*$'\n'}" cache
    box_environment=(XDG_CACHE_HOME="$box/elsewhere")
    library "$find"
    equal "$output" hex
    box_environment=(PLAYOUT_DEPS=own)
    library "$find"'; echo "$MIX_DEPS_PATH"'
    equal "$output" "Using the package cache $box/own"$'\ncache\n'"$box/own"
}

without_hex() {
    no_network
    library "$find"
    equal "$output" none
    has "$(calls)" curl
    mkdir -p "$box/project/deps/phoenix"
    touch "$box/project/deps/phoenix/.hex"
    library "$find"
    equal "${output##*$'\n'}" fetched

    : >"$box/calls"
    network stand_in
    box_environment=(HEX_OFFLINE=1)
    library "$find"
    equal "${output##*$'\n'}" fetched
    equal "$(calls)" ""
}

# A fake Mix that reports packages as incomplete until they are fetched.
fetching_mix() {
    stand_in mix <<END
case "\$*" in
    deps.get*) touch '$box/fetched' ;;
    *--no-compile*) [ -e '$box/fetched' ] || { echo 'the dependency is not available'; exit 1; } ;;
esac
END
}

fetches_once() {
    fetching_mix
    exits 0 library 'packages=hex; use_packages; use_packages'
    equal "$(calls | grep -c 'deps.get --check-locked')" 1
    has "$output" "What Mix cannot download precompiled"

    stand_in mix <<<'case "$*" in deps.get*) echo "its own message"; exit 1 ;; *--no-compile*) exit 1 ;; esac'
    exits 1 library 'packages=hex; use_packages'
    has "$output" "its own message" "perhaps because Hex alone is blocked here"
    has "$output" "HEX_MIRROR can name a mirror"
}

never_fetches_with_a_cache() {
    fetching_mix
    exits 1 library 'packages=cache; use_packages'
    has "$output" "the dependency is not available" "Refill the cache $box/home/.cache/playout/deps"
    touch "$box/fetched"
    exits 0 library 'packages=cache; use_packages'
    lacks "$(calls)" "deps.get"
}

requires_hex_and_rebar() {
    local which
    for which in hex rebar; do
        stand_in mix <<<"[ \"\$1\" != local.$which ]"
        exits 1 library 'packages=cache; use_packages'
        has "$output" "Mix needs Hex and rebar3, and cannot fetch them"
    done
    stand_in rebar3 <<<'exit 0'
    library 'packages=cache; use_packages; echo "$MIX_REBAR3"'
    equal "${output##*$'\n'}" "$box/tools/rebar3"
}

plans_rebar() {
    local plan='forget_plan; plan_rebar; echo "${missing[*]-}"'
    library "packages=hex; $plan; packages=cache; $plan"
    equal "$output" $'\nrebar3'
    mkdir -p "$box/home/.mix/elixir/1-18-otp-25"
    touch "$box/home/.mix/elixir/1-18-otp-25/rebar3"
    library "packages=cache; $plan"
    equal "$output" ""
}

# The following tests use the real Mix with our lock file and packages.

link_packages() {
    mkdir "$box/deps"
    ln -s "${MIX_DEPS_PATH:-$project/deps}"/* "$box/deps/"
}

# Like a clean clone, without the scripts in bin/.
real_complete() {
    link_packages
    mkdir "$box/clone"
    cp -R "$project"/{mix.exs,mix.lock,config} "$box/clone"
    (cd "$box/clone" && env -u MIX_DEPS_PATH PLAYOUT_DEPS="$box/deps" MIX_ENV=test \
        MIX_BUILD_ROOT="$box/build" HEX_OFFLINE=1 mix deps.loadpaths --no-compile --no-listeners)
}

real_damaged() {
    link_packages
    # The manifest of one package has another version than mix.lock, and another package is missing.
    rm "$box/deps/jason" "$box/deps/mime"
    cp -R "${MIX_DEPS_PATH:-$project/deps}/jason" "$box/deps/"
    LC_ALL=C sed 's/1\.[0-9]*\.[0-9]*/1.0.0/' "${MIX_DEPS_PATH:-$project/deps}/jason/.hex" >"$box/deps/jason/.hex"
    local reason
    if reason=$(cd "$project" && MIX_ENV=test MIX_BUILD_ROOT=$box/build MIX_DEPS_PATH=$box/deps HEX_OFFLINE=1 \
        bash -eu -o pipefail -c '. bin/lib/setup.sh; packages_complete' 2>&1); then
        echo "the packages must be rejected"
        return 1
    fi
    has "$reason" "* jason" "lock mismatch" "* mime" "the dependency is not available"
    lacks "$reason" "* phoenix"
}

it "prefers a cache to Hex" prefers_the_cache
it "does without Hex, and does not ask for it if HEX_OFFLINE is set" without_hex
it "fetches missing packages from Hex, once, or says what else can be done" fetches_once
it "never fetches when it uses the cache" never_fetches_with_a_cache
it "requires Hex and rebar3" requires_hex_and_rebar
it "uses the system's rebar3 if Hex cannot be reached and Mix has none" plans_rebar
if [ "${MIX_TARGET:-}" = host ]; then
    it "accepts packages that match the lock file, also from iex and mix" real_complete
    it "rejects packages that are missing or have another version" real_damaged
else
    skip "the real Mix with a cache" "no packages available"
fi
finish_tests
