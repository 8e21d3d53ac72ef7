#!/usr/bin/env bash
# Where the Elixir packages come from, and when they are refused.
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

knows_that_hex_is_away() {
    no_network
    library packages_from
    equal "$output" ""
    mkdir -p "$box/project/deps/phoenix"
    touch "$box/project/deps/phoenix/.hex"
    library packages_from
    equal "$output" fetched
}

asks_no_network_when_offline() {
    stand_in curl <<<'exit 0'
    box_environment=(HEX_OFFLINE=1)
    library packages_from
    equal "$output" ""
    equal "$(calls)" ""
}

# A Mix that reports the packages as incomplete until they are fetched.
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

needs_hex_and_rebar() {
    stand_in mix <<<'case $1 in local.hex) exit 1 ;; esac'
    library 'choose_packages cache; use_packages cache'
    equal "$status" 1
    has "$output" "Mix has no Hex"
    stand_in mix <<<'case $1 in local.rebar) exit 1 ;; esac'
    library 'choose_packages cache; use_packages cache'
    equal "$status" 1
    has "$output" "Mix has no rebar3"
    stand_in rebar3 <<<'exit 0'
    library 'choose_packages cache; use_packages cache; echo "$MIX_REBAR3"'
    equal "${output##*$'\n'}" "$box/tools/rebar3"
}

takes_the_system_s_rebar() {
    debian
    library 'packages=hex; plan_rebar; echo "${missing[*]}"; packages=cache; plan_rebar; echo "${missing[*]}"'
    equal "$output" $'\nrebar3'
    mkdir -p "$box/home/.mix/elixir/1-18-otp-25"
    touch "$box/home/.mix/elixir/1-18-otp-25/rebar3"
    library 'packages=cache; plan_rebar; echo "${missing[*]}"'
    equal "$output" ""
}

# The real Mix with our lock, and the available packages, damaged.

real_mix() { # real_mix PACKAGES
    (cd "$project" && MIX_ENV=test MIX_BUILD_ROOT=$box/build MIX_DEPS_PATH=$1 HEX_OFFLINE=1 \
        bash -eu -o pipefail -c '. bin/lib/setup.sh; packages_complete' 2>&1)
}

copied_packages() {
    cp -R "${MIX_DEPS_PATH:-$project/deps}" "$box/deps"
}

refused() { # refused PART_OF_THE_REASON...
    local reason part
    if reason=$(real_mix "$box/deps"); then
        echo "must be refused"
        return 1
    fi
    for part; do has "$reason" "$part"; done
}

real_complete() {
    copied_packages
    real_mix "$box/deps"
}

# As in a clean clone, without anything from bin/.
real_without_bin() {
    copied_packages
    mkdir "$box/clone"
    cp -R "$project"/{mix.exs,mix.lock,config} "$box/clone"
    (cd "$box/clone" && env -u MIX_DEPS_PATH PLAYOUT_DEPS="$box/deps" MIX_ENV=test \
        MIX_BUILD_ROOT="$box/build" HEX_OFFLINE=1 mix deps.loadpaths --no-compile --no-listeners)
}

real_empty() {
    mkdir "$box/deps"
    refused phoenix "the dependency is not available"
}

real_missing() {
    copied_packages
    rm -rf "$box/deps/jason"
    refused jason "the dependency is not available"
}

real_other_version() {
    copied_packages
    # A manifest of another version than mix.lock names.
    mv "$box/deps/jason/.hex" "$box/manifest"
    LC_ALL=C sed 's/1\.[0-9]*\.[0-9]*/1.0.0/' "$box/manifest" >"$box/deps/jason/.hex"
    refused jason "lock mismatch"
}

it "prefers an existing cache to Hex" prefers_the_cache
it "notices that Hex cannot be reached" knows_that_hex_is_away
it "does not use the network when Hex is offline" asks_no_network_when_offline
it "fetches missing packages from Hex, once" fetches_once
it "never fetches when it uses the cache" never_fetches_with_a_cache
it "needs Hex and Rebar themselves" needs_hex_and_rebar
it "uses the system's Rebar if Hex cannot be reached and Mix has none" takes_the_system_s_rebar
if [ "${MIX_TARGET:-}" = host ]; then
    it "accepts packages that match the lock" real_complete
    it "lets iex and mix use the cache too" real_without_bin
    it "refuses an empty cache" real_empty
    it "refuses a cache without a package" real_missing
    it "refuses a cache with another version" real_other_version
else
    for what in complete "without bin/" empty "missing a package" "another version"; do
        skip "the real Mix on a cache: $what" "there are no packages here"
    done
fi
finish_tests
