# shellcheck shell=bash
# Rust: exactly the version that rust-toolchain.toml pins.

rust_version=$(sed -n 's/^channel = "\(.*\)"$/\1/p' "$root/rust-toolchain.toml")
rustup_script=https://sh.rustup.rs
# Otherwise rustup would install the pinned version when it is only asked what is installed.
export RUSTUP_AUTO_INSTALL=0
rust_step= # what to install: toolchain, or rustup (which then installs the toolchain)

# rustup adds its directory to the PATH only of new shells.
find_rust() {
    local own=${CARGO_HOME:-$HOME/.cargo}/bin
    if [ -x "$own/rustup" ]; then PATH=$own:$PATH; fi
}

# Whether the pinned version is installed. Sets RUSTUP_TOOLCHAIN if it is installed under another
# name, such as `stable`.
rust_is_there() {
    local name
    if have rustup; then
        for name in "$rust_version" $(rustup toolchain list | awk '/^[a-z0-9]/ { print $1 }'); do
            is_pinned rustup run "$name" || continue
            if [ "$name" != "$rust_version" ]; then export RUSTUP_TOOLCHAIN=$name; fi
            return 0
        done
        return 1
    fi
    have cargo && is_pinned
}

# is_pinned [rustup run NAME]: whether this Rust has the pinned version, with linter and formatter.
is_pinned() {
    local version
    version=$("$@" rustc --version 2>/dev/null) || return 1
    case $version in "rustc $rust_version "*) ;; *) return 1 ;; esac
    "$@" cargo-clippy --version >/dev/null 2>&1 &&
        "$@" cargo-fmt --version >/dev/null 2>&1
}

toolchain_line() {
    echo "rustup toolchain install $rust_version --profile minimal --component clippy,rustfmt"
}

plan_rust() {
    find_rust
    rust_step=
    ! rust_is_there || return 0
    rust_step=toolchain
    if have rustup; then
        plan_missing "Rust $rust_version" "$(toolchain_line)"
    elif [ -n "$(candidate rustup)" ] && ! have rustc && ! have cargo; then
        plan_missing "Rust $rust_version" "$(toolchain_line)" rustup
    else
        rust_step=rustup
        plan_missing "Rust $rust_version, and rustup, which installs it" \
            "curl --proto '=https' -sSf $rustup_script | sh    # then: $(toolchain_line)"
        plan_download
    fi
}

install_rust() {
    local script
    [ -n "$rust_step" ] || return 0
    if [ "$rust_step" = rustup ]; then
        script=$(mktemp)
        download "$rustup_script" "$script" ||
            stop "cannot fetch rustup from $rustup_script." \
                "Rust $rust_version is required. Check the network, or install your system's rustup."
        say "Installing rustup into ${CARGO_HOME:-$HOME/.cargo}"
        RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$script" -y --quiet --no-modify-path \
            --default-toolchain none </dev/null || stop "installing rustup failed."
        rm -f "$script"
        find_rust
    fi
    say "Installing Rust $rust_version with rustup"
    rustup toolchain install "$rust_version" --profile minimal --component clippy,rustfmt ||
        stop "installing Rust $rust_version failed. To install it yourself:  $(toolchain_line)"
}

# cargo-deny, which bin/test runs. Unless there is one, it is built once, which takes a few minutes.
cargo_deny_version=0.20.2
cargo_deny_place=${XDG_CACHE_HOME:-$HOME/.cache}/playout/cargo-deny-$cargo_deny_version

install_cargo_deny() {
    ! have cargo-deny || return 0
    if [ ! -x "$cargo_deny_place/bin/cargo-deny" ]; then
        [ -z "$no_install" ] || return 1
        say "Building cargo-deny $cargo_deny_version into $cargo_deny_place, once"
        # Without the flags of our own builds.
        RUSTFLAGS='' cargo install --quiet --locked --version "$cargo_deny_version" \
            --root "$cargo_deny_place" cargo-deny || return 1
    fi
    PATH=$PATH:$cargo_deny_place/bin
}
