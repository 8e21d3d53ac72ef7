#!/usr/bin/env bash
# Tests of how missing tools are listed or installed, on fakes of several systems.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# new_machine ELIXIR NODE [RUSTUP]: a new machine with Debian or Ubuntu, whose apt-get has these
# versions. It has no package lists.
new_machine() {
    local tool
    debian
    rm "$box/tools/git" "$box/tools/certificates"
    packaged ca-certificates certificates </dev/null
    network packaged curl
    for tool in gcc/cc g++/c++ make/make cmake/cmake git/git shellcheck/shellcheck npm/npm unzip/unzip rebar3/rebar3; do
        packaged "${tool%/*}" "${tool#*/}" <<<'exit 0'
    done
    packaged nodejs node <<<"echo v$2"
    elixir "$1" packaged elixir
    mkdir "$box/packages/erlang-dev"
    mv "$box/packages/elixir/erl" "$box/packages/erlang-dev/"
    rust 1.80.0 packaged rustup
    version_of elixir "$1.dfsg-2"
    version_of nodejs "$2+dfsg-1"
    version_of erlang-base 1:25.2.3+dfsg-1
    [ -z "${3:-}" ] || version_of rustup "$3"
    mv "$box/candidates" "$box/later"
    touch "$box/candidates" "$box/project/assets/package-lock.json"
    box_environment=(PORT=14321)
}

installed() {
    calls | sed -n 's/^apt-get install .*--no-remove //p'
}

erlang="erlang-base erlang-dev erlang-crypto erlang-inets erlang-os-mon erlang-parsetools erlang-public-key"
erlang="$erlang erlang-runtime-tools erlang-ssl erlang-syntax-tools erlang-tools erlang-xmerl"

everything_from_packages() {
    new_machine 1.18.3 20.19.2 1.27.1
    exits 0 in_box project/bin/server
    equal "$(installed)" "curl ca-certificates"$'\n'"gcc libc6-dev rustup elixir $erlang nodejs npm make"
    equal "$(calls | grep -c '^apt-get update')" 1
    has "$(calls)" "rustup toolchain install 1.95.0 --profile minimal --component clippy,rustfmt"
    has "$(calls)" "mix phx.server"
    lacks "$output" "export PATH"

    : >"$box/calls"
    exits 0 in_box project/bin/server
    lacks "$(calls)" apt-get "rustup toolchain install"
}

scripts_for_the_rest() {
    new_machine 1.14.0 18.20.4
    mkdir -p "$box/home/.cache/playout/deps"
    exits 0 in_box project/bin/server
    equal "$(installed)" "curl ca-certificates"$'\n'"gcc libc6-dev unzip $erlang rebar3 nodejs npm make"
    has "$(calls)" "rustup.sh -y --quiet --no-modify-path --default-toolchain none"
    has "$(calls)" "install.sh elixir@1.18.4 otp@25.system" "mix phx.server"
    # So README's other commands work, too.
    local line=${output##*export PATH=} path
    path=$(HOME=$box/home PATH='' eval "printf %s ${line%%$'\n'*}")
    equal "$(PATH=$path:/bin command elixir)" 1.18.4
    has "$path:" "$box/home/.cargo/bin:"

    : >"$box/calls"
    no_network
    exits 0 in_box project/bin/server
    has "$output" "export PATH="
    equal "$(calls | grep -c 'apt-get\|curl\|install\.sh\|toolchain install')" 0
}

lists_only() {
    new_machine 1.14.0 18.20.4
    mv "$box/later" "$box/candidates"
    exits 1 in_box project/bin/test --no-install
    # Nothing is concluded from addresses that cannot be reached without these.
    has "$output" $'Missing: curl\nMissing: certificates for https\n'
    lacks "$output" "Missing: Rust"

    touch "$box/tools/certificates"
    network stand_in
    exits 1 in_box project/bin/test --no-install
    has "$output" $'Missing: a C compiler (cc)\nMissing: Rust 1.95.0\nMissing: Elixir 1.17 or later\nMissing: unzip\n'
    has "$output" "apt-get install --no-install-recommends gcc libc6-dev unzip $erlang erlang-dialyzer shellcheck nodejs npm make g++ cmake git"$'\n'
    has "$output" $'\n    mise install ' "nothing was installed"
    lacks "$(calls)" apt-get
    [ ! -e "$box/home/.elixir-install" ]

    # Whoever has rustup needs no other way to Rust.
    rust 1.80.0 stand_in
    elixir 1.18.0 stand_in
    in_box project/bin/test --no-install
    has "$output" $'\n    rustup toolchain install 1.95.0 '
    lacks "$output" "mise install"
}

an_old_system() {
    new_machine 1.12.2 12.22.9
    exits 1 in_box project/bin/server
    has "$output" "Missing: node, version 18.19 or later" $'\n    mise install '
    lacks "$output" "nodejs"
    equal "$(installed)" "curl ca-certificates"
}

without_apt() {
    network stand_in
    stand_in uname <<<'echo Linux'
    exits 1 in_box project/bin/server
    local name
    for name in "a C compiler (cc)" "Rust 1.95.0" "Elixir 1.17 or later" "parts of Erlang/OTP" "node, version 18.19" make; do
        has "$output" "Missing: $name"
    done
    has "$output" $'\n    mise install   # Elixir, Erlang, Node.js and Rust (https://mise.jdx.dev). Then: mise exec -- bin/server\n'
    has "$output" $'\n    your system\'s packages: a C compiler (cc), make\n'
    stand_in uname <<<'echo Darwin'
    in_box project/bin/server
    has "$output" $'\n    xcode-select --install '
}

prepare='decide_target; set_up server; elixir --short-version'

requires_root() {
    complete_machine
    rm "$box/tools/cc"
    stand_in id <<<'echo 1000'
    exits 1 library "$prepare"
    has "$output" "no sudo"
    lacks "$(calls)" "apt-get"
    stand_in sudo <<<'exec "$@"'
    exits 1 library "$prepare"
    has "$output" $'these are still missing or too old after the installation.'
    packaged gcc cc <<<'exit 0'
    exits 0 library "$prepare"
    has "$(calls)" "sudo apt-get update"
}

installs_erlang_alone() {
    complete_machine
    rm "$box/tools/erl"
    packaged erlang-dev erl <<<'echo 25'
    version_of erlang-base 1:25.2.3
    library "$prepare"
    equal "${output##*$'\n'}" 1.18.3
    equal "$(installed)" "$erlang"
}

the_script_fails() {
    new_machine 1.14.0 18.20.4
    echo 'exit 3' >"$box/install.sh"
    exits 1 in_box project/bin/server
    has "$output" "bin/server: https://elixir-lang.org/install.sh cannot be fetched, or has failed."
    has "$output" $'\n    mise install '
}

the_pinned_rust_elsewhere() {
    stand_in rustup <<'END'
case "$*" in
    'toolchain list') echo 'stable-x86_64-unknown-linux-gnu (default)' ;;
    'run stable-'*' rustc --version') echo 'rustc 1.95.0 (of the stand-in)' ;;
    'run stable-'*) ;;
    *) exit 1 ;;
esac
END
    library 'rust_is_there; echo "$RUSTUP_TOOLCHAIN"'
    equal "$output" "stable-x86_64-unknown-linux-gnu"

    local name
    rm "$box/tools/rustup"
    for name in cargo cargo-clippy cargo-fmt; do stand_in "$name" <<<'exit 0'; done
    stand_in rustc <<<'echo "rustc 1.95.0 (of the stand-in)"'
    exits 0 library rust_is_there
    stand_in rustc <<<'echo "rustc 1.95.1 (of the stand-in)"'
    exits 1 library rust_is_there
}

# Everything except the packages without which some tests are skipped.
without_extras() {
    complete_machine
    rm "$box/tools/chromium-headless-shell"
    version_of xvfb 21.1
    stand_in dpkg-query <<END
for package; do :; done
! grep -q "install.* \$package" '$box/calls' || printf installed
END
}

extras='decide_target; set_up test; echo went on'

installs_extras() {
    without_extras
    version_of chromium 150
    version_of chromium-headless-shell 150
    packaged chromium-headless-shell chromium-headless-shell <<<'exit 0'
    exits 0 library "$extras"
    equal "$(installed)" "chromium-headless-shell xvfb"
    has "$output" "skipped without these packages: firefox-esr webkit2gtk-driver fonts-noto-cjk postgresql"
}

the_browser_is_a_snap() {
    without_extras
    version_of chromium-browser 2:1snap1
    library "$extras"
    equal "$(installed)" xvfb
    has "$output" "chromium-browser is a snap, and there is no snapd"
    stand_in snap <<<'exit 0'
    library "$extras"
    has "$(installed)" chromium-browser
}

goes_on_without_extras() {
    without_extras
    library "no_install=yes; $extras"
    has "$output" "skipped without these packages: firefox-esr" "went on"
    lacks "$(calls)" "apt-get"

    # It must not ask for a password.
    stand_in id <<<'echo 1000'
    stand_in sudo <<<'exit 1'
    library "$extras"
    has "$output" "went on"
    lacks "$(calls)" "apt-get"

    stand_in id <<<'echo 0'
    stand_in apt-get <<<'exit 100'
    library "$extras"
    has "$output" "apt-get update failed" "went on"
}

finds_a_browser() {
    exits 1 library browser_is_there
    stand_in google-chrome <<<'exit 0'
    exits 0 library browser_is_there
    box_environment=(PLAYOUT_CHROMIUM="$box/mine")
    exits 1 library browser_is_there
    write_stand_in "$box/mine" <<<'exit 0'
    exits 0 library browser_is_there
}

compares_versions() {
    exits 0 library 'at_least 1.17.0 1.17 && at_least 1.18 1.17.3 && at_least 25.2.3+dfsg 25 && at_least 2 1.99 && at_least 1.17 1.17'
    exits 1 library 'at_least 1.14.0.dfsg-2 1.17 || at_least 1.9 1.17 || at_least "" 1.17'
}

it "installs everything with apt-get on a new machine, once (Debian 13)" everything_from_packages
it "installs what apt-get lacks with scripts, once, and says how to use it (Debian 12, Ubuntu 24.04)" scripts_for_the_rest
it "only lists missing tools with --no-install" lists_only
it "recommends mise where the system's packages are too old (Ubuntu 22.04)" an_old_system
it "only lists missing tools without apt-get" without_apt
it "requires root or sudo, and success" requires_root
it "installs Erlang if only Elixir is installed" installs_erlang_alone
it "stops if an install script fails" the_script_fails
it "uses the pinned Rust under another name, or without rustup" the_pinned_rust_elsewhere
it "installs the extra packages that are available" installs_extras
it "installs Ubuntu's browser only if there is snapd" the_browser_is_a_snap
it "goes on without the extra packages" goes_on_without_extras
it "finds a browser" finds_a_browser
it "compares versions" compares_versions
finish_tests
