# shellcheck shell=bash
# The application's Elixir packages, from a package cache if there is one, otherwise from Hex.

cache=$(absolute "${PLAYOUT_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/playout/deps}" "$PWD")

# Where packages come from: cache, hex, fetched (Hex cannot be reached, but packages were fetched
# earlier) or nothing.
packages=

# Whether Hex can be reached. Only Mix knows Hex's address, so this tries HEX_MIRROR if it is set,
# otherwise Elixir's own site.
hex_reachable() {
    [ -z "${HEX_OFFLINE:-}" ] && reachable "${HEX_MIRROR:-$elixir_script}"
}

# Sets `packages`, and tells Mix. A cache is used even if Hex can be reached, because people set one
# up to be independent of Hex.
find_packages() {
    packages=cache
    if [ -d "$cache" ]; then
        say "Using the package cache $cache"
        export MIX_DEPS_PATH=$cache HEX_OFFLINE=1
        return
    fi
    [ -n "${HEX_OFFLINE:-}" ] || prepare_network
    packages=hex
    ! hex_reachable || return 0
    packages=
    if [ -e "$root/deps/phoenix/.hex" ]; then
        say "Hex cannot be reached; using packages fetched earlier"
        packages=fetched
        export HEX_OFFLINE=1
    fi
}

no_packages_reason() {
    say "Elixir packages are not available: Hex cannot be reached, and there is" \
        "no package cache in $cache." "$(hex_advice)"
}

hex_advice() {
    say "HEX_MIRROR can name a mirror of Hex, and PLAYOUT_DEPS a directory that has the packages."
}

what_works() {
    say "You can still play in this terminal, or use the engine in iex:" \
        "    bin/playout play quarto" \
        "    MIX_TARGET=engine iex -S mix"
}

# Some packages are compiled with rebar3. Mix fetches it if Hex can be reached. Otherwise, unless Mix
# already has one, the system's is needed.
plan_rebar() {
    [ "$packages" = hex ] || compgen -G "${MIX_HOME:-$HOME/.mix}/elixir/*/rebar3" >/dev/null ||
        need_command rebar3 rebar3
}

# Fetches packages if necessary and compiles them for MIX_ENV. Fails if they are incomplete or do not
# match mix.lock.
use_packages() {
    fetch_packages || return 1
    # Mix reports this as an error, also where Hex can be reached and the place of exqlite's files cannot.
    [ -d "${MIX_BUILD_PATH:-_build/${MIX_ENV:-dev}}/lib/exqlite" ] ||
        say "Compiling the packages. What Mix cannot download precompiled (exqlite), it compiles; the error is harmless."
    mix deps.loadpaths --no-listeners </dev/null
}

# The same without compiling them.
fetch_packages() {
    has_hex || return 1
    if [ "$packages" = hex ] && ! packages_complete >/dev/null 2>&1; then
        say "Fetching the packages from Hex"
        mix deps.get --check-locked </dev/null || {
            say "Mix could not fetch the packages, perhaps because Hex alone is blocked here." "$(hex_advice)"
            return 1
        }
    fi
    packages_complete || {
        say "The packages do not match mix.lock."
        [ "$packages" != cache ] || say "Refill the cache $cache, or remove it."
        return 1
    }
}

# Whether, according to Mix, all packages are there in their locked versions. (Without listeners,
# because these are not compiled yet.)
packages_complete() {
    mix deps.loadpaths --no-compile --no-listeners </dev/null
}

# Mix needs Hex to handle packages at all, and rebar3 to compile some of them.
has_hex() {
    if [ "$packages" != hex ] && [ -z "${MIX_REBAR3:-}" ] && have rebar3; then
        MIX_REBAR3=$(command -v rebar3)
        export MIX_REBAR3
    fi
    if ! within 120 mix local.hex --if-missing --force </dev/null ||
        { [ -z "${MIX_REBAR3:-}" ] && ! within 120 mix local.rebar --if-missing --force </dev/null; }; then
        say "Mix needs Hex and rebar3, and cannot fetch them. $(hex_advice)" \
            "To install them from files:  mix archive.install FILE; mix local.rebar rebar3 FILE"
        return 1
    fi
}

# npm_packages DIRECTORY...: installs the packages in each lock file, unless they are up to date.
npm_packages() {
    local directory
    for directory; do
        if [ ! "$directory/node_modules/.package-lock.json" -nt "$directory/package-lock.json" ]; then
            say "Fetching the packages of $directory with npm"
            npm ci --prefix "$directory" || return 1
        fi
    done
}
