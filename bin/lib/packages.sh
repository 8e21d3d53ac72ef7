# shellcheck shell=bash
# The application's Elixir packages: from a filled package cache where there is
# one, else from Hex.

cache=$(absolute "${PLAYOUT_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/playout/deps}" "$PWD")

# Can Hex be reached? Where it is, Mix alone knows: Elixir's own site stands for
# it, unless HEX_MIRROR names another place.
hex_reachable() {
    [ -z "${HEX_OFFLINE:-}" ] && reachable "${HEX_MIRROR:-$elixir_script}"
}

# Where the packages come from: cache, hex, fetched (nothing is to be had, but
# there is what was had from Hex before) or nothing. A cache that is there is
# used, also where Hex could be reached: people lay one out to be independent.
packages_from() {
    if [ -d "$cache" ]; then
        echo cache
    elif hex_reachable; then
        echo hex
    elif [ -e "$root/deps/phoenix/.hex" ]; then
        echo fetched
    fi
}

no_packages_reason() {
    say "Elixir packages cannot be had: Hex cannot be reached, and there is" \
        "no package cache in $cache (PLAYOUT_DEPS names another place)."
}

# Some packages are compiled with rebar3. Where Hex is reached Mix fetches it;
# elsewhere the system's will do, unless Mix has one from before.
plan_rebar() {
    [ "$packages" = hex ] || compgen -G "${MIX_HOME:-$HOME/.mix}/elixir/*/rebar3" >/dev/null ||
        plan_tool rebar3 rebar3 rebar3
}

# choose_packages FROM: tells Mix where they are.
choose_packages() {
    case $1 in
        cache)
            say "Using the package cache $cache"
            export MIX_DEPS_PATH=$cache HEX_OFFLINE=1
            ;;
        fetched)
            say "Hex cannot be reached: using the packages that were fetched before"
            export HEX_OFFLINE=1
            ;;
    esac
    if [ "$1" != hex ] && [ -z "${MIX_REBAR3:-}" ] && have rebar3; then
        MIX_REBAR3=$(command -v rebar3)
        export MIX_REBAR3
    fi
}

# use_packages FROM: fetches what is to be fetched and compiles it for MIX_ENV.
# Fails if the packages are not those of mix.lock, or not all there.
use_packages() {
    has_hex || return 1
    if [ "$1" = hex ] && ! packages_complete >/dev/null 2>&1; then
        say "Fetching the packages from Hex"
        mix deps.get --check-locked </dev/null || return 1
    fi
    packages_complete || {
        say "These packages are not the ones that mix.lock names."
        [ "$1" != cache ] || say "The cache $cache is to be filled again, or removed."
        return 1
    }
    mix deps.loadpaths --no-listeners </dev/null
}

# Are all there, in the versions of the lock? Mix knows. (Without the listeners,
# which are not compiled yet.)
packages_complete() {
    mix deps.loadpaths --no-compile --no-listeners </dev/null
}

# Mix needs Hex to understand packages at all, and Rebar to compile some.
has_hex() {
    within 120 mix local.hex --if-missing --force </dev/null || {
        say "Mix has no Hex (the archive), and it cannot be fetched." \
            "From a file:  mix archive.install FILE"
        return 1
    }
    [ -n "${MIX_REBAR3:-}" ] || within 120 mix local.rebar --if-missing --force </dev/null || {
        say "Mix has no rebar3, and it cannot be fetched." \
            "From a file:  mix local.rebar rebar3 FILE"
        return 1
    }
}

# npm_packages DIRECTORY...: what their lock files name, unless it is there.
npm_packages() {
    local directory
    for directory; do
        if [ ! "$directory/node_modules/.package-lock.json" -nt "$directory/package-lock.json" ]; then
            npm ci --prefix "$directory" || return 1
        fi
    done
}
