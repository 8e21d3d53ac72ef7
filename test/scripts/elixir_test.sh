#!/usr/bin/env bash
# How the application gets its Elixir.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# Replaces Elixir's install script and the network: a script that installs files as the real one
# does, and a curl that copies it.
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

takes_the_system_s() {
    server_machine
    no_network
    elixir 1.18.3 stand_in
    library "$prepare"
    equal "$output" $'target host\n1.18.3'
    lacks "$(calls)" "curl"
}

takes_the_package_that_is_new_enough() {
    server_machine
    no_network
    version_of elixir 1.18.3.dfsg-1
    elixir 1.18.3 packaged elixir
    library "$prepare"
    equal "$status" 0
    has "$output" "target host"
    has "$(calls)" "apt-get install -y -qq --no-install-recommends --no-remove elixir erlang-dev"
}

brings_erlang_where_only_elixir_is_there() {
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

# The system's Erlang stays if it is recent enough, because the script has none for Debian.
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

brings_an_erlang_where_the_system_s_is_too_old() {
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

only_tells() {
    server_machine
    elixir 1.14.0 stand_in
    install_script
    library "no_install=yes; $prepare"
    equal "$status" 1
    has "$output" "Missing: Elixir 1.17 or later (there is 1.14.0)"
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
    has "$output" "Usual ways to get it"
}

nothing_to_be_had() {
    server_machine
    rm "$box/tools/cc"
    version_of elixir 1.14.0.dfsg-2
    no_network
    box_environment=(PORT=44321)
    in_box project/bin/server
    equal "$status" 1
    has "$output" "Elixir 1.17 or later is missing, and Elixir's install script"
    has "$output" "Usual ways to get it"
    has "$output" "bin/playout play quarto"
    lacks "$(calls)" "apt-get"
    [ ! -e "$box/home/.elixir-install" ]
}

judges_the_system_s_after_a_fresh_list() {
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

it "uses the system's Elixir" takes_the_system_s
it "uses the system's package if it is new enough" takes_the_package_that_is_new_enough
it "installs Erlang if only Elixir is there" brings_erlang_where_only_elixir_is_there
it "runs Elixir's install script otherwise" runs_the_install_script
it "installs Erlang if the system's is too old" brings_an_erlang_where_the_system_s_is_too_old
it "installs once" installs_once
it "only lists what is missing with --no-install" only_tells
it "fails if the install script fails" fails_if_the_script_fails
it "lists what is missing before it changes anything" nothing_to_be_had
it "checks the system's Elixir after refreshing the package lists" judges_the_system_s_after_a_fresh_list
finish_tests
