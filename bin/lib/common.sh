# shellcheck shell=bash
# Messages, options and small checks for all commands in bin/, which source this file. Works with
# bash 3.2 of macOS.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
command_name=bin/$(basename "$0")
no_install=
added_to_path= # directories that our caller's PATH lacks, each with a colon

say() {
    printf '%s\n' "$@"
}

# stop LINE...: ends the command with an error of one or more lines.
stop() {
    printf '%s\n' "$command_name: $1" "${@:2}" >&2
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# at_least 1.18.3 1.17: whether the first version is at least the second.
at_least() {
    printf '%s\n' "$2" "$1" | sort -V -c 2>/dev/null
}

# absolute PATH DIRECTORY: the absolute path; a relative one is relative to the directory.
absolute() {
    case $1 in
        /*) printf '%s\n' "$1" ;;
        *) printf '%s\n' "$2/$1" ;;
    esac
}

# prefer DIRECTORY COMMAND: makes this command the one that is found.
prefer() {
    [ "$(command -v "$2")" != "$1/$2" ] || return 0
    PATH=$1:$PATH
    added_to_path=$1:$added_to_path
}

# The line that our caller needs before `mix` or `cargo`, if any.
say_path() {
    [ -z "$added_to_path" ] || say "For mix, iex and cargo in this shell:  export PATH=\"$added_to_path\$PATH\""
}

# within SECONDS COMMAND...: runs a command with a time limit, except on macOS, which lacks `timeout`.
within() {
    if have timeout; then timeout "$@"; else "${@:2}"; fi
}

# reachable ADDRESS: whether a server responds within a few seconds.
reachable() {
    curl -fsSL --connect-timeout 5 --max-time 15 -o /dev/null "$1" 2>/dev/null
}

# run_script ADDRESS ARGUMENT...: fetches an install script and runs it.
run_script() {
    local script
    script=$(mktemp)
    say "Fetching $1"
    if ! curl -fsSL --retry 2 -o "$script" "$1" || ! sh "$script" "${@:2}" </dev/null; then
        stop "$1 cannot be fetched, or has failed. Another way:" "    $mise_line"
    fi
    rm -f "$script"
}

# Prints the file of Animal Shogi's table, where native/search/src/tables/directory.rs finds it too.
table_file() {
    local data_home=${XDG_DATA_HOME:-}
    [ "${data_home#/}" != "$data_home" ] || data_home=$HOME/.local/share
    say "$(absolute "${PLAYOUT_TABLES:-$data_home/playout/tables}" "$PWD")/animal_shogi.table"
}
