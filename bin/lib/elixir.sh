# shellcheck shell=bash
# Elixir: 1.17 or later for the application, 1.14 or later for the engine alone.

elixir_for_application=1.17
elixir_for_engine=1.14
otp_for_elixir=25 # the minimum for Elixir 1.17 and 1.18
# The version to install with Elixir's install script if the system's is too old.
elixir_version=1.18.4
otp_version=27.3.4
elixir_script=${PLAYOUT_ELIXIR_SCRIPT:-https://elixir-lang.org/install.sh}
elixir_installs=$HOME/.elixir-install/installs
elixir_step= # empty, or script
# File names are UTF-8 in every locale. In the C locale, which CI may use, Elixir would otherwise
# print a warning at every start.
export ELIXIR_ERL_OPTIONS="+fnu ${ELIXIR_ERL_OPTIONS:-}"

# An Elixir installed by the script takes precedence over the system's if that is older.
find_elixir() {
    local own
    ! elixir_is "$elixir_for_application" || return 0
    for own in "$elixir_installs"/elixir/"$elixir_version"-otp-*/bin; do
        if [ -x "$own/elixir" ]; then
            PATH=$own:$PATH
            own=$elixir_installs/otp/$otp_version/bin
            if [ -d "$own" ]; then PATH=$own:$PATH; fi
            return
        fi
    done
}

# elixir_is VERSION: whether at least this version of Elixir is installed. (It reports its version
# even without Erlang, which is planned separately.)
elixir_is() {
    have elixir && have mix && at_least "$(elixir --short-version 2>/dev/null)" "$1"
}

# application_elixir: prints where the application's Elixir comes from: `there` (installed already),
# `system`, `script`, or nothing. Does not install anything.
application_elixir() {
    if elixir_is "$elixir_for_application"; then
        echo there
    elif at_least "$(candidate elixir)" "$elixir_for_application"; then
        echo system
    elif has_apt && reachable "$elixir_script"; then
        echo script
    fi
}

elixir_missing_lines() {
    say "Elixir $elixir_for_application or later is missing$(elixir_found), and Elixir's install script" \
        "($elixir_script) cannot be reached." \
        "Ways to install it: the system's package if it is new enough (Debian 13, Homebrew);" \
        "the install script (sh install.sh elixir@$elixir_version otp@$otp_version);" \
        "a version manager such as mise or asdf; or see https://elixir-lang.org/install.html."
}

elixir_found() {
    if have elixir; then printf ' (found %s)' "$(elixir --short-version 2>/dev/null)"; fi
}

script_line() {
    echo "curl -fsSO $elixir_script && sh install.sh elixir@$elixir_version otp@$otp_version"
}

# plan_elixir application SOURCE, or plan_elixir engine: SOURCE is the output of application_elixir.
plan_elixir() {
    elixir_step=
    case $1-${2:-} in
        engine-)
            if ! elixir_is "$elixir_for_engine"; then
                plan_missing "Elixir $elixir_for_engine or later" "$(other_advice elixir)" elixir
            elif ! have erl; then
                plan_erlang there
            fi
            ;;
        application-system)
            plan_missing "Elixir $elixir_for_application or later" "" elixir
            ;;
        application-script)
            elixir_step=script
            plan_missing "Elixir $elixir_for_application or later$(elixir_found)" "$(script_line)"
            plan_download
            plan_tool unzip unzip unzip
            ;;
        application-)
            plan_missing "Elixir $elixir_for_application or later$(elixir_found)" \
                "$(other_advice elixir)$(if has_apt; then script_line; fi)"
            ;;
    esac
}

# plan_erlang SOURCE [APPLICATION...]: the parts of Erlang that are needed to compile packages, and
# others. Debian packages them separately.
plan_erlang() {
    local wanted=$1 parts=(erlang-dev) more
    parts+=(erlang-crypto erlang-inets erlang-os-mon erlang-parsetools erlang-public-key)
    parts+=(erlang-runtime-tools erlang-ssl erlang-syntax-tools erlang-tools erlang-xmerl)
    for more in "${@:2}"; do parts+=("erlang-$more"); done
    erlang_is_complete "${@:2}" || {
        # If the system's Erlang is too old, the script installs a complete one.
        if [ "$wanted" = script ] && ! system_otp_is_recent; then return 0; fi
        plan_missing "parts of Erlang/OTP" "$(other_advice erlang)" "${parts[@]}"
    }
}

otp_release() {
    if have erl; then
        erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().' 2>/dev/null
    fi
}

system_otp_is_recent() {
    local release
    release=$(otp_release)
    at_least "${release:-$(candidate erlang-base)}" "$otp_for_elixir"
}

erlang_is_complete() {
    local more
    more=$(printf ', %s' "$@")
    have erl && erl -noshell -eval '
        Apps = [crypto, inets, os_mon, parsetools, public_key, runtime_tools, ssl,
                syntax_tools, tools, xmerl'"${1:+$more}"'],
        Header = filename:join([code:root_dir(), "usr", "include", "erl_nif.h"]),
        Complete = filelib:is_regular(Header) andalso
            lists:all(fun(App) -> is_list(code:lib_dir(App)) end, Apps),
        halt(case Complete of true -> 0; false -> 1 end).' >/dev/null 2>&1
}

# Runs Elixir's install script, which installs into ~/.elixir-install. It offers Erlang only for
# Ubuntu and macOS, but uses one that is installed already. So if the system's Erlang is recent
# enough, a link makes the script find it.
install_elixir() {
    [ "$elixir_step" = script ] || return 0
    local script otp=$otp_version release
    script=$(mktemp)
    download "$elixir_script" "$script" || stop "$(elixir_missing_lines)"
    if system_otp_is_recent; then
        release=$(otp_release)
        otp=$release.system
        mkdir -p "$elixir_installs/otp/$otp/bin"
        ln -sf "$(command -v erl)" "$elixir_installs/otp/$otp/bin/erl"
    fi
    say "Installing Elixir $elixir_version into $elixir_installs"
    sh "$script" "elixir@$elixir_version" "otp@$otp" </dev/null ||
        stop "Elixir's install script failed." "$(elixir_missing_lines | tail -n 3)"
    rm -f "$script"
    find_elixir
}
