#!/usr/bin/env bash
# Tests of where the application gets its Elixir from.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# Fakes Elixir's install script, which installs files like the real one, and a curl that copies it.
install_script() {
    cat >"$box/install.sh" <<'END'
echo "install.sh $*" >>"$CALLS"
version=${1#elixir@} otp=${2#otp@}
bin=$HOME/.elixir-install/installs/elixir/$version-otp-${otp%%.*}/bin
mkdir -p "$bin" "$HOME/.elixir-install/installs/otp/$otp/bin"
for name in elixir mix; do
    printf '#!/bin/sh\necho %s\n' "$version" >"$bin/$name"
    chmod +x "$bin/$name"
done
END
    stand_in curl <<'END'
file=
for word; do
    [ "$last" != -o ] || file=$word
    last=$word
done
[ "$file" = /dev/null ] || sed '' "${last#file://}" >"$file"
END
    box_environment=("PLAYOUT_ELIXIR_SCRIPT=file://$box/install.sh" "CALLS=$box/calls")
}

server_machine() {
    debian
    rust 1.95.0
    compilers
    mkdir -p "$box/home/.cache/playout/deps"
}

prepare='decide_target; echo "target $target"; set_up server; elixir --short-version'

uses_installed_elixir() {
    server_machine
    no_network
    elixir 1.18.3 stand_in
    library "$prepare"
    equal "$output" $'target host\n1.18.3'
    lacks "$(calls)" "curl"
}

installs_the_package() {
    server_machine
    no_network
    version_of elixir 1.18.3.dfsg-1
    elixir 1.18.3 packaged elixir
    library "$prepare"
    equal "$status" 0
    has "$output" "target host"
    has "$(calls)" "apt-get install -y -qq --no-install-recommends --no-remove elixir erlang-dev"
}

installs_erlang_for_elixir() {
    local wanted
    for wanted in host engine; do
        server_machine
        no_network
        elixir 1.18.3 stand_in
        mkdir -p "$box/packages/erlang-dev"
        mv "$box/tools/erl" "$box/packages/erlang-dev/"
        [ "$wanted" = host ] || rm -r "$box/home/.cache"
        : >"$box/calls"
        library "$prepare"
        equal "$status" 0
        has "$output" "target $wanted"
        has "$(calls)" "--no-remove erlang-dev"
        lacks "$(calls)" "--no-remove elixir"
    done
}

# The system's Erlang is used if it is recent enough, because the script has none for Debian.
runs_the_install_script() {
    server_machine
    version_of elixir 1.14.0.dfsg-2
    elixir 1.14.0 stand_in
    install_script
    library "$prepare"
    equal "$status" 0
    has "$output" "Installing Elixir 1.18.4 into $box/home/.elixir-install/installs"
    equal "${output##*$'\n'}" 1.18.4
    has "$(calls)" "install.sh elixir@1.18.4 otp@25.system"
    [ -x "$box/home/.elixir-install/installs/otp/25.system/bin/erl" ]
    lacks "$(calls)" "apt-get"
}

replaces_an_old_erlang() {
    server_machine
    elixir 1.12.2 stand_in
    stand_in erl <<<'echo 24'
    install_script
    library "$prepare"
    equal "$status" 0
    has "$(calls)" "install.sh elixir@1.18.4 otp@27.3.4"
}

installs_once() {
    server_machine
    elixir 1.14.0 stand_in
    install_script
    library "$prepare"
    : >"$box/calls"
    box_environment=()
    no_network
    library "$prepare"
    equal "$output" $'target host\n1.18.4'
    lacks "$(calls)" "install.sh"
    lacks "$(calls)" "curl"
}

only_lists() {
    server_machine
    elixir 1.14.0 stand_in
    install_script
    library "no_install=yes; $prepare"
    equal "$status" 1
    has "$output" "Missing: Elixir 1.17 or later (found 1.14.0)"
    has "$output" "sh install.sh elixir@1.18.4 otp@27.3.4"
    lacks "$(calls)" "install.sh elixir"
}

fails_if_the_script_fails() {
    server_machine
    elixir 1.14.0 stand_in
    install_script
    echo 'exit 3' >"$box/install.sh"
    library "$prepare"
    equal "$status" 1
    has "$output" "Elixir's install script failed"
    has "$output" "Ways to install it"
}

lists_before_it_changes_anything() {
    server_machine
    rm "$box/tools/cc"
    version_of elixir 1.14.0.dfsg-2
    no_network
    box_environment=(PORT=44321)
    in_box project/bin/server
    equal "$status" 1
    has "$output" "Elixir 1.17 or later is missing, and Elixir's install script"
    has "$output" "Ways to install it"
    has "$output" "bin/playout play quarto"
    lacks "$(calls)" "apt-get"
    [ ! -e "$box/home/.elixir-install" ]
}

refreshes_lists_first() {
    server_machine
    rm "$box/candidates"
    stand_in apt-get <<END
case "\$*" in *update*) echo 'gcc 12' >'$box/candidates'; echo 'elixir 1.18.3' >>'$box/candidates' ;; esac
END
    no_network
    library 'decide_target; echo "$target $elixir_from"'
    has "$output" "host system"
    equal "$(calls | grep -c '^apt-get update')" 1
}

it "uses an installed Elixir" uses_installed_elixir
it "installs the system's package if that is new enough" installs_the_package
it "installs Erlang if only Elixir is installed" installs_erlang_for_elixir
it "otherwise runs Elixir's install script" runs_the_install_script
it "installs Erlang if the system's is too old" replaces_an_old_erlang
it "installs only once" installs_once
it "only lists missing tools with --no-install" only_lists
it "fails if the install script fails" fails_if_the_script_fails
it "lists missing tools before it changes anything" lists_before_it_changes_anything
it "refreshes the package lists before it checks the system's Elixir" refreshes_lists_first
finish_tests
