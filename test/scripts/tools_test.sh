#!/usr/bin/env bash
# Tests of how missing tools are listed or installed.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

compares_versions() {
    library 'at_least 1.17.0 1.17 && at_least 1.18 1.17.3 && at_least 25.2.3+dfsg 25 && at_least 2 1.99'
    equal "$status" 0
    library 'at_least 1.14.0.dfsg-2 1.17'
    equal "$status" 1
    library 'at_least "" 1.17'
    equal "$status" 1
}

installs_missing_tools() {
    debian
    rust 1.95.0
    elixir 1.14.0 stand_in
    packaged gcc cc <<<'exit 0'
    packaged shellcheck shellcheck <<<'exit 0'
    library 'target=engine; set_up test'
    equal "$status" 0
    has "$output" "apt-get: gcc libc6-dev shellcheck"
    equal "$(calls | grep -c '^apt-get update')" 1
    equal "$(calls | grep -c '^apt-get install')" 1
    has "$(calls)" "--no-remove gcc libc6-dev shellcheck"
}

installs_certificates() {
    debian
    rust 1.95.0
    elixir 1.14.0 stand_in
    compilers
    box_environment=(SSL_CERT_FILE="$box/tools/certificates")
    packaged ca-certificates certificates <<<'exit 0'
    library 'target=engine; set_up test'
    equal "$status" 0
    has "$(calls)" "--no-remove ca-certificates"
}

changes_nothing_if_complete() {
    debian
    rust 1.95.0
    elixir 1.14.0 stand_in
    compilers
    library 'target=engine; set_up test; set_up test'
    equal "$status$output" 0
    lacks "$(calls)" apt-get
    lacks "$(calls)" "rustup toolchain install"
}

only_lists() {
    debian
    version_of elixir 1.14.0
    version_of rustup 1.26
    library 'target=engine; no_install=yes; set_up test'
    equal "$status" 1
    has "$output" "Missing: Rust 1.95.0"
    has "$output" "Missing: Elixir 1.14 or later"
    has "$output" "apt-get install --no-install-recommends gcc libc6-dev rustup shellcheck elixir"
    has "$output" "rustup toolchain install 1.95.0"
    has "$output" "nothing was installed"
    lacks "$(calls)" "apt-get"
}

lists_on_other_systems() {
    stand_in uname <<<'echo Darwin'
    library 'target=host; set_up test'
    equal "$status" 1
    has "$output" "xcode-select --install"
    has "$output" "brew install node"
    has "$output" "brew install elixir"
    has "$output" "sh.rustup.rs"
    has "$output" "nothing was installed"
    equal "$(calls | grep -v '^uname')" ""
}

requires_root() {
    debian
    rust 1.95.0
    elixir 1.14.0 stand_in
    stand_in id <<<'echo 1000'
    stand_in shellcheck <<<'exit 0'
    library 'target=engine; set_up test'
    equal "$status" 1
    has "$output" "no sudo"
    lacks "$(calls)" "apt-get"
    stand_in sudo <<<'exec "$@"'
    packaged gcc cc <<<'exit 0'
    library 'target=engine; set_up test'
    equal "$status" 0
    has "$(calls)" "sudo apt-get update"
}

rejects_an_old_node() {
    debian
    rust 1.95.0
    elixir 1.18.0 stand_in
    compilers
    stand_in node <<<'echo v12.22.9'
    library 'target=host; set_up server'
    equal "$status" 1
    has "$output" "still missing or too old"
    has "$output" "node, version 18.19 or later"
}

installs_the_pinned_rust() {
    debian
    rust 1.80.0
    elixir 1.14.0 stand_in
    compilers
    library 'target=engine; set_up test'
    equal "$status" 0
    has "$(calls)" "rustup toolchain install 1.95.0 --profile minimal --component clippy,rustfmt"
    lacks "$(calls)" "apt-get"
}

uses_the_pinned_rust_under_another_name() {
    rust 1.95.0
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
}

uses_a_cargo_without_rustup() {
    stand_in rustc <<<'echo "rustc 1.95.0 (of the stand-in)"'
    for name in cargo cargo-clippy cargo-fmt; do stand_in "$name" <<<'exit 0'; done
    library rust_is_there
    equal "$status" 0
    stand_in rustc <<<'echo "rustc 1.95.1 (of the stand-in)"'
    library rust_is_there
    equal "$status" 1
}

installs_rustup_with_its_script() {
    debian
    elixir 1.14.0 stand_in
    compilers
    stand_in curl <<END
while [ \$# -gt 1 ]; do [ "\$1" != -o ] || file=\$2; shift; done
echo "echo script \\\$* >>'$box/calls'; mkdir -p \\\$HOME/.cargo/bin; cp '$box'/kept/* \\\$HOME/.cargo/bin" >"\$file"
END
    rust 1.80.0
    mkdir "$box/kept"
    mv "$box/tools/rustup" "$box/tools/cargo" "$box/tools/rustc" "$box/kept/"
    library 'target=engine; set_up test'
    equal "$status" 0
    has "$output" "Fetching https://sh.rustup.rs"
    has "$(calls)" "script -y --quiet --no-modify-path --default-toolchain none"
    has "$(calls)" "rustup toolchain install 1.95.0"
}

# Debian with everything except the packages without which some tests are skipped.
without_extras() {
    debian
    rust 1.95.0
    elixir 1.18.0 stand_in
    compilers
    for name in cargo-clippy cargo-fmt; do stand_in "$name" <<<'exit 0'; done
    stand_in dpkg-query <<END
for package; do :; done
! grep -q "install.* \$package" '$box/calls' || printf installed
END
}

installs_available_extras() {
    without_extras
    version_of xvfb 21.1
    version_of fonts-noto-cjk 20220127
    library 'target=host; elixir_from=there; set_up test'
    equal "$status" 0
    has "$(calls)" "--no-remove xvfb fonts-noto-cjk"
    has "$output" "Some tests are skipped without these packages:"
    has "$output" "apt-get install --no-install-recommends firefox-esr webkit2gtk-driver"
    lacks "${output##*skipped}" xvfb
}

continues_without_extras() {
    without_extras
    version_of xvfb 21.1
    library 'target=host; elixir_from=there; no_install=yes; set_up test; echo went on'
    equal "$status" 0
    has "$output" "apt-get install --no-install-recommends firefox-esr webkit2gtk-driver xvfb fonts-noto-cjk"
    has "$output" "went on"
    lacks "$(calls)" "apt-get"

    stand_in apt-get <<<'exit 100'
    library 'target=host; elixir_from=there; set_up test; echo went on'
    equal "$status" 0
    has "$output" "apt-get update failed"
    has "$output" "went on"

    # It must not ask for a password.
    stand_in id <<<'echo 1000'
    stand_in sudo <<<'exit 1'
    : >"$box/calls"
    library 'target=host; elixir_from=there; set_up test; echo went on'
    has "$output" "went on"
    lacks "$(calls)" "apt-get"
}

no_extras_for_the_site() {
    without_extras
    version_of xvfb 21.1
    library 'target=host; elixir_from=there; set_up server'
    equal "$status$output" 0
    lacks "$(calls)" "apt-get"
}

it "compares versions" compares_versions
it "installs missing tools, all at once" installs_missing_tools
it "installs certificates on a new machine" installs_certificates
it "changes nothing if everything is installed" changes_nothing_if_complete
it "only lists missing tools with --no-install" only_lists
it "only lists missing tools on other systems" lists_on_other_systems
it "requires root or sudo" requires_root
it "rejects a version of node that is too old" rejects_an_old_node
it "installs the pinned Rust" installs_the_pinned_rust
it "installs the extra packages that are available" installs_available_extras
it "continues without the extra packages" continues_without_extras
it "installs no extra packages for the site" no_extras_for_the_site
it "uses the pinned Rust under another name" uses_the_pinned_rust_under_another_name
it "uses a cargo without rustup" uses_a_cargo_without_rustup
it "installs rustup with its script" installs_rustup_with_its_script
finish_tests
