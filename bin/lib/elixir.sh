# shellcheck shell=bash
# Elixir: 1.17 or later for the application, 1.14 or later for the engine alone.

elixir_for_application=1.17
elixir_for_engine=1.14
otp_for_elixir=25 # the minimum for Elixir 1.17 and 1.18
# The version to install with Elixir's install script if the system's is too old.
elixir_version=$(sed -n 's/^elixir = "\([0-9.]*\).*/\1/p' "$root/mise.toml")
elixir_script=https://elixir-lang.org/install.sh
elixir_installs=$HOME/.elixir-install/installs
script_is_there= # whether the script is needed and can be fetched
elixir_step=
# File names are UTF-8 in every locale. In the C locale, which CI may use, Elixir would otherwise
# print a warning at every start.
export ELIXIR_ERL_OPTIONS="+fnu ${ELIXIR_ERL_OPTIONS:-}"

# An Elixir installed by the script takes precedence over the system's if that is older.
find_elixir() {
    local own
    ! elixir_is "$elixir_for_application" || return 0
    for own in "$elixir_installs"/elixir/"$elixir_version"-otp-*/bin; do
        if [ -x "$own/elixir" ]; then prefer "$own" elixir && return; fi
    done
}

# elixir_is VERSION: whether at least this version of Elixir is installed. (It reports its version
# even without Erlang, which is planned separately.)
elixir_is() {
    have elixir && have mix && at_least "$(elixir --short-version 2>/dev/null)" "$1"
}

# Whether the application's Elixir is installed already, or can be.
find_application_elixir() {
    ! elixir_is "$elixir_for_application" || return 0
    # Without package lists, the version of the system's Elixir is unknown.
    [ -n "$(candidate gcc)" ] || refresh_lists
    ! at_least "$(candidate elixir)" "$elixir_for_application" || return 0
    if ! has_apt || ! at_least "$(otp_release)" "$otp_for_elixir"; then return 1; fi
    prepare_network
    reachable "$elixir_script" && script_is_there=yes
}

elixir_found() {
    ! have elixir || printf ' (found %s)' "$(elixir --short-version 2>/dev/null)"
}

no_elixir_reason() {
    say "Elixir $elixir_for_application or later is missing$(elixir_found). $mise_line"
}

plan_elixir() {
    local least=$elixir_for_application
    [ "$target" = host ] || least=$elixir_for_engine
    elixir_step=
    ! elixir_is "$least" || return 0
    if [ -z "$script_is_there" ]; then
        need_version "Elixir $least or later$(elixir_found)" "$least" elixir
    else
        missing+=("Elixir $least or later$(elixir_found)")
        elixir_step=script by_mise=yes
        need_command unzip unzip
    fi
}

# plan_erlang [APPLICATION...]: the parts of Erlang that are needed to compile packages, and others.
# Debian packages them separately.
plan_erlang() {
    local part parts=(erlang-base erlang-dev) apps=kernel
    for part in crypto inets os-mon parsetools public-key runtime-tools ssl syntax-tools tools xmerl "$@"; do
        parts+=("erlang-$part") apps+=,${part//-/_}
    done
    if ! have erl || ! erl -noshell -eval "
        Header = filename:join([code:root_dir(), \"usr\", \"include\", \"erl_nif.h\"]),
        filelib:is_regular(Header) andalso
            lists:all(fun(App) -> is_list(code:lib_dir(App)) end, [$apps]) andalso halt(0),
        halt(1)." >/dev/null 2>&1; then
        need_version "parts of Erlang/OTP" "$otp_for_elixir" "${parts[@]}"
    fi
}

# Of the Erlang that is installed, or that apt-get would install.
otp_release() {
    if have erl; then
        erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().' 2>/dev/null
    else
        candidate erlang-base
    fi
}

# Elixir's install script, which installs into ~/.elixir-install, has an Erlang only for Ubuntu and
# macOS, but uses one that is installed already: a link makes it find the system's.
install_elixir() {
    [ -n "$elixir_step" ] || return 0
    local otp
    otp=$(otp_release).system
    mkdir -p "$elixir_installs/otp/$otp/bin"
    ln -sf "$(command -v erl)" "$elixir_installs/otp/$otp/bin/erl"
    say "Installing Elixir $elixir_version into $elixir_installs"
    run_script "$elixir_script" "elixir@$elixir_version" "otp@$otp"
    find_elixir
}
