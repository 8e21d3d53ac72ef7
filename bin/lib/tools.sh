# shellcheck shell=bash
# Tools: collects everything that is missing, with the commands that install it, before listing or
# installing all of it at once.

apt_packages=() # missing packages on Debian and Ubuntu
missing=()      # descriptions of missing tools
advice=()       # how to install tools that do not come from apt-get
lists_fresh=

# Tests that need these packages are skipped without them: two more browsers, a display for one of
# them, a Japanese font for the pictures, and the other database.
extra_packages=(firefox-esr webkit2gtk-driver xvfb fonts-noto-cjk postgresql)

forget_plan() {
    apt_packages=() missing=() advice=()
}

# plan_missing WHAT ADVICE [PACKAGE...]
plan_missing() {
    local known
    for known in ${missing[@]+"${missing[@]}"}; do
        [ "$known" != "$1" ] || return 0
    done
    missing+=("$1")
    [ -z "$2" ] || advice+=("$2")
    apt_packages+=("${@:3}")
}

# plan_tool COMMAND HOMEBREW_NAME PACKAGE...: missing if the command cannot be found.
plan_tool() {
    have "$1" || plan_missing "$1" "$(other_advice "$2")" "${@:3}"
}

plan_compiler() {
    have cc || plan_missing "a C compiler (cc)" "$(compiler_advice)" gcc libc6-dev
}

# A minimal Debian has no certificates, so it cannot fetch anything over https.
plan_certificates() {
    if has_apt && [ ! -e "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" ]; then
        plan_missing "certificates for https" "" ca-certificates
    fi
}

plan_cpp_and_make() {
    have c++ || plan_missing "a C++ compiler (c++)" "$(compiler_advice)" g++
    have make || plan_missing make "$(compiler_advice)" make
    plan_tool cmake cmake cmake
}

plan_node() {
    local version
    version=$(node --version 2>/dev/null || echo 0)
    at_least "${version#v}" 18.19 ||
        plan_missing "node, version 18.19 or later" "$(other_advice node)" nodejs
    plan_tool npm node npm
}

plan_download() {
    plan_tool curl curl curl
}

# The same names as in test/browser/support/browser.mjs. Debian's headless shell is Chromium without
# windows, and takes a third less of the processor.
plan_browser() {
    local browser package=chromium
    for browser in chromium-headless-shell chromium chromium-browser google-chrome; do
        ! have "$browser" || return 0
    done
    ! grep -qs '^ID=debian' /etc/os-release || package=chromium-headless-shell
    ! grep -qs '^ID=ubuntu' /etc/os-release || package=chromium-browser
    plan_missing chromium "$(other_advice '--cask chromium')" "$package"
}

has_apt() {
    have apt-get && have apt-cache
}

other_advice() {
    has_apt || case $(uname -s) in
        Darwin) printf 'brew install %s\n' "$1" ;;
        *) printf 'your system'\''s package, often called %s\n' "${1#--cask }" ;;
    esac
}

compiler_advice() {
    has_apt || case $(uname -s) in
        Darwin) echo 'xcode-select --install' ;;
        *) echo "your system's packages, often called gcc, gcc-c++ and make" ;;
    esac
}

# candidate PACKAGE: prints the version that apt-get would install, if any.
candidate() {
    if has_apt; then
        LC_ALL=C apt-cache policy "$1" | sed -n 's/^ *Candidate: *\([0-9].*\)/\1/p' | sed 's/^[0-9]*://'
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
    printf '%sapt-get update && %sapt-get install --no-install-recommends %s\n' \
        "$sudo" "$sudo" "${apt_packages[*]}"
}

# Lists what is missing, with the commands that install it.
list_missing() {
    local line
    for line in "${missing[@]}"; do
        say "Missing: $line"
    done
    say "To install it:"
    if has_apt && [ ${#apt_packages[@]} -gt 0 ]; then
        say "    $(apt_line)"
    fi
    for line in ${advice[@]+"${advice[@]}"}; do
        say "    $line"
    done | awk '!seen[$0]++'
}

install_packages() {
    [ ${#apt_packages[@]} -gt 0 ] || return 0
    refresh_lists
    say "Installing with apt-get: ${apt_packages[*]}"
    # --no-remove: installing must not remove other packages.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        --no-remove "${apt_packages[@]}" </dev/null ||
        stop "apt-get could not install everything." "To install it yourself:  $(apt_line)"
}

missing_extras() {
    local package
    for package in "${extra_packages[@]}"; do
        # shellcheck disable=SC2016 # for dpkg-query
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

# Never asks for a password and never ends the command: without permission to install these, all
# other tests still run.
install_extras() {
    local package apt_packages=()
    have dpkg-query && has_apt || return 0
    [ -n "$(missing_extras)" ] || return 0
    if [ -z "$no_install" ] && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
        # In a subshell, so that `stop` does not end the command.
        (
            refresh_lists
            for package in $(missing_extras); do
                # Ubuntu has no firefox-esr.
                [ -z "$(candidate "$package")" ] || apt_packages+=("$package")
            done
            install_packages
        ) || true
    fi
    apt_packages=()
    for package in $(missing_extras); do apt_packages+=("$package"); done
    [ ${#apt_packages[@]} -eq 0 ] ||
        say "Some tests are skipped without these packages:" "    $(apt_line)"
}
