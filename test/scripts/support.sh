# shellcheck shell=bash
# A small test runner for the scripts in bin/, and a box to run them in: a directory with a copy of
# bin/ and a home directory, where only basic tools and the fakes of a test exist. So nothing
# touches the machine.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tests_passed=0 tests_failed=0 tests_skipped=0

# it TITLE FUNCTION: runs the function as a test in a new $box. A test fails at the first command
# that fails.
it() {
    local status printed
    box=$(cd "$(mktemp -d)" && pwd -P)
    printed=$(mktemp)
    make_box
    (set -eu && "$2") >"$printed" 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then
        tests_passed=$((tests_passed + 1))
    else
        tests_failed=$((tests_failed + 1))
        printf 'FAILED: %s\n' "$1"
        sed 's/^/    /' "$printed"
    fi
    rm -rf "$box" "$printed"
}

skip() { # skip TITLE REASON
    tests_skipped=$((tests_skipped + 1))
    printf 'skipped: %s (%s)\n' "$1" "$2"
}

finish_tests() {
    printf '%s passed, %s failed, %s skipped\n' "$tests_passed" "$tests_failed" "$tests_skipped"
    exit $((tests_failed > 0))
}

equal() { # equal ACTUAL EXPECTED
    [ "$1" = "$2" ] || {
        printf 'actual:    %s\nexpected:  %s\n' "$1" "$2"
        return 1
    }
}

has() { # has TEXT PART...
    local part
    for part in "${@:2}"; do
        case $1 in *"$part"*) ;; *) printf 'must contain:  %s\nbut is:\n%s\n' "$part" "$1" && return 1 ;; esac
    done
}

lacks() { # lacks TEXT PART...
    local part
    for part in "${@:2}"; do
        case $1 in *"$part"*) printf 'must not contain:  %s\nbut is:\n%s\n' "$part" "$1" && return 1 ;; esac
    done
}

exits() { # exits STATUS in_box COMMAND..., or exits STATUS library SCRIPT
    "${@:2}"
    [ "$status" = "$1" ] || printf 'must exit with %s, but %s:\n%s\n' "$1" "$status" "$output"
    [ "$status" = "$1" ]
}

basic_tools=()
for tool in awk base64 basename bash cat chmod cksum cp cut dirname env find git grep head id ln ls mkdir \
    mktemp mv rm sed sh sleep sort tail tee timeout touch tr uname wc; do
    ! place=$(command -v "$tool") || basic_tools+=("$place")
done

make_box() {
    mkdir -p "$box"/{tools,home,tmp,packages,project/{native,assets,test/scripts,test/browser,.ci}}
    ln -s "${basic_tools[@]}" "$box/tools"
    cp -R "$project/bin" "$project/rust-toolchain.toml" "$project/mise.toml" "$box/project/"
    touch "$box/calls" "$box/candidates" "$box/tools/certificates"
}

# stand_in NAME: creates a fake command from the script on standard input. Its calls are logged in
# $box/calls.
stand_in() {
    write_stand_in "$box/tools/$1"
}

# packaged PACKAGE NAME: creates a fake command that exists only after apt-get installs the package.
packaged() {
    mkdir -p "$box/packages/$1"
    write_stand_in "$box/packages/$1/$2"
}

write_stand_in() {
    # Not through the link to a basic tool.
    rm -f "$1"
    {
        printf '#!/bin/sh\n%s\n' "echo \"\${0##*/} \$*\" >>'$box/calls'"
        cat
    } >"$1"
    chmod +x "$1"
}

# What hangs is ended, except on macOS, which lacks `timeout`.
limit=()
! command -v timeout >/dev/null || limit=(timeout 600)

# in_box COMMAND...: runs a command; sets $output and $status.
in_box() {
    status=0
    output=$(cd "$box" && ${limit[@]+"${limit[@]}"} env -i PATH="$box/tools" HOME="$box/home" TMPDIR="$box/tmp" LC_ALL=C \
        SSL_CERT_FILE="$box/tools/certificates" PLAYOUT_POSTGRESQL="$box/postgresql" ${box_environment[@]+"${box_environment[@]}"} "$@" </dev/null 2>&1) || status=$?
}
box_environment=()

# library SCRIPT: runs lines of shell with bin/lib loaded.
library() {
    in_box bash -eu -o pipefail -c '. "$0/project/bin/lib/setup.sh"; . "$0/project/bin/lib/report.sh"; '"$1" "$box"
}

calls() {
    cat "$box/calls"
}

# A system with apt-get, on which `version_of PACKAGE VERSION` makes a package available. Those in
# $box/later are available after `apt-get update`.
debian() {
    stand_in apt-get <<END
case "\$*" in
    *update*) ! [ -e '$box/later' ] || mv '$box/later' '$box/candidates' ;;
    *install*)
        for package; do
            [ ! -d '$box/packages/'\$package ] || cp '$box/packages/'\$package/* '$box/tools/'
        done
esac
END
    stand_in apt-cache <<<"sed -n \"s/^\$2 /  Candidate: /p\" '$box/candidates'"
    stand_in id <<<'echo 0'
    version_of gcc 12.2
}

version_of() {
    echo "$1 $2" >>"$box/candidates"
}

# Debian with everything, and a package cache.
complete_machine() {
    local name
    debian
    for name in cc c++ make cmake git shellcheck npm chromium-headless-shell unzip rebar3 cargo-deny; do
        stand_in "$name" <<<'exit 0'
    done
    stand_in node <<<'echo v20.1.0'
    rust 1.95.0 stand_in
    elixir 1.18.3 stand_in
    no_network
    mkdir -p "$box/home/.cache/playout/deps"
    touch "$box/project/assets/package-lock.json"
}

# rust VERSION stand_in, or rust VERSION packaged PACKAGE: fakes this version of Rust, from rustup.
rust() {
    "${@:2}" rustup <<END
case "\$*" in
    'toolchain list') echo '$1-x86_64-unknown-linux-gnu (default)' ;;
    "run $1"*' rustc --version') echo 'rustc $1 (of the stand-in)' ;;
    "run $1"*) ;;
    'toolchain install'*) sed -i.old 's/$1/'"\$3"'/g' "\$0" ;;
    *) exit 1 ;;
esac
END
    "${@:2}" rustc <<<'echo target_feature=sse2'
    "${@:2}" cargo <<'END'
case "$1" in test) echo 'test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured' ;; esac
END
}

# elixir VERSION stand_in, or elixir VERSION packaged PACKAGE: fakes this version of Elixir.
elixir() {
    "${@:2}" elixir <<<"echo $1"
    "${@:2}" erl <<<'echo 25'
    "${@:2}" mix <<'END'
case "$1" in test) echo '2 doctests, 5 tests, 0 failures, 1 excluded' ;; esac
END
}

no_network() {
    stand_in curl <<<'exit 7'
}

# network stand_in, or network packaged PACKAGE: a curl that fetches the install scripts of Elixir,
# which puts files where the real one does, and of rustup, which installs what is in
# $box/packages/rustup.
network() {
    cat >"$box/install.sh" <<END
echo "install.sh \$*" >>'$box/calls'
version=\${1#elixir@} otp=\${2#otp@}
[ -x "\$HOME/.elixir-install/installs/otp/\$otp/bin/erl" ] || exit 3
bin=\$HOME/.elixir-install/installs/elixir/\$version-otp-\${otp%%.*}/bin
mkdir -p "\$bin"
printf '#!/bin/sh\necho %s\n' "\$version" >"\$bin/elixir"
printf '#!/bin/sh\necho "mix \$*" >>$box/calls\n' >"\$bin/mix"
chmod +x "\$bin/"*
END
    cat >"$box/rustup.sh" <<END
echo "rustup.sh \$*" >>'$box/calls'
mkdir -p "\$HOME/.cargo/bin"
cp '$box/packages/rustup/'* "\$HOME/.cargo/bin"
END
    "$@" curl <<END
for word; do
    [ "\$last" != -o ] || file=\$word
    last=\$word
done
case \$last in *rustup*) from='$box/rustup.sh' ;; *) from='$box/install.sh' ;; esac
[ "\$file" = /dev/null ] || cp "\$from" "\$file"
END
}
