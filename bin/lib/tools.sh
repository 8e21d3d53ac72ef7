# shellcheck shell=bash
# Tools: collects everything that is missing before listing or installing all of it at once.

missing=()      # descriptions of missing tools
apt_packages=() # what apt-get installs of them
others=         # without apt-get, what other systems have as packages
by_mise=        # whether mise is a way to some of them
by_hand=        # whether some cannot be installed here
lists_fresh=
mise_line="mise install   # Elixir, Erlang, Node.js and Rust (https://mise.jdx.dev). Then: mise exec -- $command_name"

forget_plan() {
    missing=() apt_packages=() others='' by_mise='' by_hand=''
}

has_apt() {
    have apt-get
}

# need WHAT PACKAGE...: with the packages' names in Debian and Ubuntu. Others call them differently.
need() {
    missing+=("$1")
    if has_apt; then apt_packages+=("${@:2}"); else others+=${others:+, }$1; fi
}

# need_command COMMAND PACKAGE...: unless the command can be found.
need_command() {
    have "$1" || need "$@"
}

# need_version WHAT LEAST PACKAGE...: something that is in mise.toml. The packages are those of
# Debian and Ubuntu, and the version that counts is the first one's.
need_version() {
    missing+=("$1")
    if at_least "$(candidate "$3")" "$2"; then apt_packages+=("${@:3}"); else by_mise=yes by_hand=yes; fi
}

plan_node() {
    local version
    version=$(node --version 2>/dev/null || true)
    if ! at_least "${version#v}" 18.19 || ! have npm; then
        need_version "node, version 18.19 or later, with npm" 18.19 nodejs npm
    fi
}

# A minimal Debian has neither, and every address would look as if it could not be reached.
prepare_network() {
    forget_plan
    need_command curl curl
    if has_apt && [ ! -e "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" ]; then
        need "certificates for https" ca-certificates
    fi
    install_missing
}

# candidate PACKAGE: prints the version that apt-get would install, if any.
candidate() {
    if has_apt; then
        LC_ALL=C apt-cache policy "$1" | sed -n 's/^ *Candidate: *\([0-9]*:\)\{0,1\}\([0-9].*\)/\2/p'
    fi
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        stop "this requires root, and there is no sudo. Run it as root:" "    $*"
    fi
}

# A new machine has no package lists. Refreshes them at most once.
refresh_lists() {
    if [ -z "$lists_fresh" ] && [ -z "$no_install" ] && has_apt; then
        say "Refreshing the package lists: apt-get update"
        as_root apt-get update -qq </dev/null || stop "apt-get update failed."
        lists_fresh=yes
    fi
}

apt_line() {
    local sudo=
    [ "$(id -u)" = 0 ] || sudo='sudo '
    say "${sudo}apt-get update && ${sudo}apt-get install --no-install-recommends $*"
}

# Lists what is missing, with the commands that install it.
list_missing() {
    printf 'Missing: %s\n' "${missing[@]}"
    say "To install it:"
    [ ${#apt_packages[@]} -eq 0 ] || say "    $(apt_line "${apt_packages[@]}")"
    [ "$rust_step" != toolchain ] || say "    $toolchain_line"
    [ -z "$by_mise" ] || say "    $mise_line"
    if [ -n "$others" ] && [ "$(uname -s)" = Darwin ]; then
        say "    xcode-select --install   # compilers, make and git; and Homebrew for the rest"
    elif [ -n "$others" ]; then
        say "    your system's packages: $others"
    fi
}

install_missing() {
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ -n "$no_install$by_hand" ] || ! has_apt; then
        list_missing
        stop "nothing was installed."
    fi
    install_packages ${apt_packages[@]+"${apt_packages[@]}"}
    install_rust
    install_elixir
}

install_packages() {
    [ $# -gt 0 ] || return 0
    refresh_lists
    say "Installing with apt-get: $*"
    # --no-remove: installing must not remove other packages.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        --no-remove "$@" </dev/null ||
        stop "apt-get could not install everything." "To install it yourself:  $(apt_line "$@")"
}

# Whether the browser tests can run. test/browser/support/browser.mjs reads the same file.
browser_is_there() {
    local name
    if [ -n "${PLAYOUT_CHROMIUM:-}" ]; then
        have "$PLAYOUT_CHROMIUM"
        return
    fi
    while read -r name; do
        ! have "$name" || return 0
    done <"$root/bin/lib/browsers"
    return 1
}

# Prints the packages without which some tests are skipped: a browser, two more, a display for one of
# them, a Japanese font for the pictures, and the other database.
missing_extras() {
    local package
    # Debian's headless shell is Chromium without windows, and takes a third less of the processor.
    browser_is_there || for package in chromium-headless-shell chromium chromium-browser; do
        [ -z "$(candidate "$package")" ] || { say "$package" && break; }
    done
    for package in firefox-esr webkit2gtk-driver xvfb fonts-noto-cjk postgresql; do
        # shellcheck disable=SC2016 # for dpkg-query
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || say "$package"
    done
}

# Never asks for a password and never ends the command: without permission to install these, all
# other tests still run.
install_extras() {
    local package left wanted=()
    have dpkg-query && has_apt || return 0
    if [ -n "$(missing_extras)" ] && [ -z "$no_install" ] && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
        # In a subshell, so that `stop` does not end the command.
        (
            refresh_lists
            for package in $(missing_extras); do
                # Ubuntu has no firefox-esr, and its chromium-browser installs a snap.
                if [ "$package" = chromium-browser ] && ! have snap; then continue; fi
                [ -z "$(candidate "$package")" ] || wanted+=("$package")
            done
            install_packages ${wanted[@]+"${wanted[@]}"}
        ) || true
    fi
    left=$(missing_extras | tr '\n' ' ')
    [ -z "$left" ] || say "Some tests are skipped without these packages: $left"
    case $left in
        chromium-browser*) have snap || say "(chromium-browser is a snap, and there is no snapd. PLAYOUT_CHROMIUM can name another browser.)" ;;
    esac
}
