# shellcheck shell=bash
# The set-up of bin/server and bin/test: decides what to build, lists missing tools and installs
# them. It stores its decisions in `packages` and `target`.

# shellcheck source=bin/lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=bin/lib/tools.sh
. "$root/bin/lib/tools.sh"
# shellcheck source=bin/lib/rust.sh
. "$root/bin/lib/rust.sh"
# shellcheck source=bin/lib/elixir.sh
. "$root/bin/lib/elixir.sh"
# shellcheck source=bin/lib/packages.sh
. "$root/bin/lib/packages.sh"

target= # MIX_TARGET: host, the whole application, or engine

# Changes nothing, except perhaps the system's package lists, certificates and curl.
decide_target() {
    target=engine
    find_elixir
    find_packages
    if [ -n "$packages" ] && find_application_elixir; then target=host; fi
}

# plan server|test
plan() {
    forget_plan
    have cc || need "a C compiler (cc)" gcc libc6-dev
    plan_rust
    plan_elixir
    if [ "$1" = server ]; then plan_erlang; else plan_erlang dialyzer; fi
    [ "$1" = server ] || need_command shellcheck shellcheck
    [ "$target" = host ] || return 0
    plan_rebar
    plan_node
    need_command make make
    [ "$1" = test ] || return 0
    # For a package that only tests use.
    have c++ || need "a C++ compiler (c++)" g++
    need_command cmake cmake
    need_command git git
}

# set_up server|test: installs all missing tools.
set_up() {
    plan "$1"
    if [ ${#missing[@]} -gt 0 ]; then
        install_missing
        plan "$1"
        [ ${#missing[@]} -eq 0 ] || {
            list_missing
            stop "these are still missing or too old after the installation."
        }
    fi
    [ "$1" = server ] || [ "$target" = engine ] || install_extras
}

# The same for commands that build a site.
set_up_site() {
    export MIX_ENV=prod MIX_TARGET=host
    cd "$root"
    decide_target
    [ -n "$packages" ] || stop "the site cannot be built." "$(no_packages_reason)" "$(what_works)"
    target=host
    set_up server
}

# For commands that run sites of their own (test/sockets/site.mjs).
set_up_sites() {
    set_up_site
    fetch_packages || stop "the Elixir packages cannot be used (see above)."
    npm_packages test/sockets || stop "npm could not fetch the client's package."
}
