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

packages= # the output of packages_from
target=   # MIX_TARGET: host, the whole application, or engine
elixir_from=

# Changes nothing, except perhaps the system's package lists.
decide_target() {
    find_elixir
    packages=$(packages_from)
    target=engine
    [ -n "$packages" ] || return 0
    # Without package lists, the version of the system's Elixir is unknown.
    elixir_is "$elixir_for_application" || [ -n "$(candidate gcc)" ] || refresh_lists
    elixir_from=$(application_elixir)
    [ -z "$elixir_from" ] || target=host
}

# plan server|test
plan() {
    forget_plan
    plan_compiler
    plan_certificates
    plan_rust
    [ "$1" = server ] || plan_tool shellcheck shellcheck shellcheck
    if [ "$target" = engine ]; then
        plan_elixir engine
        return
    fi
    plan_elixir application "$elixir_from"
    if [ "$1" = server ]; then plan_erlang "$elixir_from"; else plan_erlang "$elixir_from" dialyzer; fi
    plan_rebar
    plan_cpp_and_make
    plan_node
    [ "$1" = server ] || plan_browser
    [ "$1" = server ] || plan_tool git git git
}

# set_up server|test: installs all missing tools.
set_up() {
    plan "$1"
    [ ${#missing[@]} -eq 0 ] || install_missing "$1"
    [ "$1" = server ] || [ "$target" = engine ] || install_extras
}

install_missing() {
    if [ -n "$no_install" ] || ! has_apt; then
        list_missing
        stop "nothing was installed."
    fi
    install_packages
    install_rust
    install_elixir
    [ -z "$elixir_from" ] || elixir_from=there
    plan "$1"
    [ ${#missing[@]} -eq 0 ] || {
        list_missing
        stop "these are still missing or too old after the installation."
    }
}

# set_up_sites: for commands that build and run sites of their own (test/sockets/site.mjs).
set_up_sites() {
    export MIX_ENV=prod MIX_TARGET=host
    cd "$root"
    decide_target
    [ -n "$packages" ] || stop "the site cannot be built." "$(no_packages_reason)"
    [ "$target" = host ] || stop "the site cannot be built." "$(elixir_missing_lines)"
    set_up server
    choose_packages "$packages"
    fetch_packages "$packages" || stop "the Elixir packages are wrong or incomplete (see above)."
    npm_packages test/sockets || stop "npm could not fetch the client's package."
}
