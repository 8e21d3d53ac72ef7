# shellcheck shell=bash
# Rust: exactly the version that rust-toolchain.toml pins.

rust_version=$(sed -n 's/^channel = "\(.*\)"$/\1/p' "$root/rust-toolchain.toml")
rustup_script=https://sh.rustup.rs
# Otherwise rustup would install the pinned version when it is only asked what is installed.
export RUSTUP_AUTO_INSTALL=0
toolchain_line="rustup toolchain install $rust_version --profile minimal --component clippy,rustfmt"
rust_step= # what to install: toolchain, or rustup (which then installs the toolchain)

# rustup adds its directory to the PATH only of new shells.
find_rust() {
    local own=${CARGO_HOME:-$HOME/.cargo}/bin
    if [ -x "$own/rustup" ]; then prefer "$own" cargo; fi
}

# Whether the pinned version is installed. Sets RUSTUP_TOOLCHAIN if it is installed under another
# name, such as `stable`.
rust_is_there() {
    local name
    if ! have rustup; then have cargo && is_pinned && return; fi
    for name in "$rust_version" $(rustup toolchain list 2>/dev/null | awk '/^[a-z0-9]/ { print $1 }'); do
        is_pinned rustup run "$name" || continue
        if [ "$name" != "$rust_version" ]; then export RUSTUP_TOOLCHAIN=$name; fi
        return
    done
    return 1
}

# is_pinned [rustup run NAME]: whether this Rust has the pinned version, with linter and formatter.
is_pinned() {
    case $("$@" rustc --version 2>/dev/null) in "rustc $rust_version "*) ;; *) return 1 ;; esac
    "$@" cargo-clippy --version >/dev/null 2>&1 && "$@" cargo-fmt --version >/dev/null 2>&1
}

plan_rust() {
    find_rust
    rust_step=
    ! rust_is_there || return 0
    missing+=("Rust $rust_version")
    rust_step=toolchain
    if have rustup; then return; fi
    # Debian's rustup would replace Debian's Rust.
    if [ -n "$(candidate rustup)" ] && ! have rustc && ! have cargo; then
        apt_packages+=(rustup)
    else
        rust_step=rustup by_mise=yes
        need_command curl curl
    fi
}

install_rust() {
    [ -n "$rust_step" ] || return 0
    if [ "$rust_step" = rustup ]; then
        say "Installing rustup into ${CARGO_HOME:-$HOME/.cargo}"
        RUSTUP_INIT_SKIP_PATH_CHECK=yes run_script "$rustup_script" -y --quiet --no-modify-path --default-toolchain none
        find_rust
    fi
    say "Installing Rust $rust_version with rustup"
    $toolchain_line || stop "installing Rust $rust_version failed. To install it yourself:  $toolchain_line"
}
