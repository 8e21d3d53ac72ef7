#!/usr/bin/env bash
# Tests of where Elixir packages come from, and when they are rejected.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

prefers_the_cache() {
    stand_in curl <<<'exit 0'
    library packages_from
    equal "$output" hex
    mkdir -p "$box/home/.cache/playout/deps"
    library packages_from
    equal "$output" cache
    box_environment=(XDG_CACHE_HOME="$box/elsewhere")
    library packages_from
    equal "$output" hex
    mkdir -p "$box/own"
    box_environment=(PLAYOUT_DEPS=own)
    library 'packages_from; choose_packages cache; echo "$MIX_DEPS_PATH"'
    equal "${output%%$'\n'*}" cache
    equal "${output##*$'\n'}" "$box/own"
}

notices_that_hex_is_unreachable() {
    no_network
    library packages_from
    equal "$output" ""
    mkdir -p "$box/project/deps/phoenix"
    touch "$box/project/deps/phoenix/.hex"
    library packages_from
    equal "$output" fetched
}

stays_offline() {
    stand_in curl <<<'exit 0'
    box_environment=(HEX_OFFLINE=1)
    library packages_from
    equal "$output" ""
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
    library 'use_packages hex; use_packages hex'
    equal "$status" 0
    equal "$(calls | grep -c 'deps.get --check-locked')" 1
}

never_fetches_with_a_cache() {
    fetching_mix
    library 'choose_packages cache; use_packages cache'
    equal "$status" 1
    has "$output" "the dependency is not available"
    has "$output" "Refill the cache $box/home/.cache/playout/deps"
    lacks "$(calls)" "deps.get"
    touch "$box/fetched"
    library 'choose_packages cache; use_packages cache'
    equal "$status" 0
    lacks "$(calls)" "deps.get"
}

requires_hex_and_rebar() {
    stand_in mix <<<'case $1 in local.hex) exit 1 ;; esac'
    library 'choose_packages cache; use_packages cache'
    equal "$status" 1
    has "$output" "Mix needs Hex"
    stand_in mix <<<'case $1 in local.rebar) exit 1 ;; esac'
    library 'choose_packages cache; use_packages cache'
    equal "$status" 1
    has "$output" "Mix needs rebar3"
    stand_in rebar3 <<<'exit 0'
    library 'choose_packages cache; use_packages cache; echo "$MIX_REBAR3"'
    equal "${output##*$'\n'}" "$box/tools/rebar3"
}

uses_the_systems_rebar() {
    debian
    library 'packages=hex; plan_rebar; echo "${missing[*]}"; packages=cache; plan_rebar; echo "${missing[*]}"'
    equal "$output" $'\nrebar3'
    mkdir -p "$box/home/.mix/elixir/1-18-otp-25"
    touch "$box/home/.mix/elixir/1-18-otp-25/rebar3"
    library 'packages=cache; plan_rebar; echo "${missing[*]}"'
    equal "$output" ""
}

# The following tests use the real Mix and our lock file with damaged copies of the packages.

real_mix() { # real_mix PACKAGES
    (cd "$project" && MIX_ENV=test MIX_BUILD_ROOT=$box/build MIX_DEPS_PATH=$1 HEX_OFFLINE=1 \
        bash -eu -o pipefail -c '. bin/lib/setup.sh; packages_complete' 2>&1)
}

copied_packages() {
    cp -R "${MIX_DEPS_PATH:-$project/deps}" "$box/deps"
}

rejects() { # rejects PART_OF_THE_REASON...
    local reason part
    if reason=$(real_mix "$box/deps"); then
        echo "the packages must be rejected"
        return 1
    fi
    for part; do has "$reason" "$part"; done
}

real_complete() {
    copied_packages
    real_mix "$box/deps"
}

# Like a clean clone, without the scripts in bin/.
real_without_bin() {
    copied_packages
    mkdir "$box/clone"
    cp -R "$project"/{mix.exs,mix.lock,config} "$box/clone"
    (cd "$box/clone" && env -u MIX_DEPS_PATH PLAYOUT_DEPS="$box/deps" MIX_ENV=test \
        MIX_BUILD_ROOT="$box/build" HEX_OFFLINE=1 mix deps.loadpaths --no-compile --no-listeners)
}

real_empty() {
    mkdir "$box/deps"
    rejects phoenix "the dependency is not available"
}

real_missing() {
    copied_packages
    rm -rf "$box/deps/jason"
    rejects jason "the dependency is not available"
}

real_other_version() {
    copied_packages
    # A manifest with a version other than the one in mix.lock.
    mv "$box/deps/jason/.hex" "$box/manifest"
    LC_ALL=C sed 's/1\.[0-9]*\.[0-9]*/1.0.0/' "$box/manifest" >"$box/deps/jason/.hex"
    rejects jason "lock mismatch"
}

it "prefers a cache to Hex" prefers_the_cache
it "notices that Hex cannot be reached" notices_that_hex_is_unreachable
it "does not use the network if HEX_OFFLINE is set" stays_offline
it "fetches missing packages from Hex, once" fetches_once
it "never fetches when it uses the cache" never_fetches_with_a_cache
it "requires Hex and rebar3" requires_hex_and_rebar
it "uses the system's rebar3 if Hex cannot be reached and Mix has none" uses_the_systems_rebar
if [ "${MIX_TARGET:-}" = host ]; then
    it "accepts packages that match the lock file" real_complete
    it "lets iex and mix use the cache too" real_without_bin
    it "rejects an empty cache" real_empty
    it "rejects a cache that lacks a package" real_missing
    it "rejects a cache with another version of a package" real_other_version
else
    for what in complete "without bin/" empty "lacking a package" "another version"; do
        skip "the real Mix with a cache: $what" "no packages available"
    done
fi
finish_tests
