# shellcheck shell=bash
# Messages, options and small checks for all commands in bin/, which source this file. Works with
# bash 3.2 of macOS.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
command_name=bin/$(basename "$0")
no_install=

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

# at_least 1.18.3 1.17: whether the first version is at least the second. Compares only the first
# three numbers.
at_least() {
    printf '%s\n%s\n' "$1" "$2" | awk -F'[^0-9]+' '
        { for (i = 1; i <= 3; i++) part[NR, i] = $i + 0 }
        END {
            for (i = 1; i <= 3; i++)
                if (part[1, i] != part[2, i]) exit part[1, i] < part[2, i]
        }'
}

# absolute PATH DIRECTORY: the absolute path; a relative one is relative to the directory.
absolute() {
    case $1 in
        /*) printf '%s\n' "$1" ;;
        *) printf '%s\n' "$2/$1" ;;
    esac
}

# within SECONDS COMMAND...: runs a command with a time limit, except on macOS, which lacks `timeout`.
within() {
    if have timeout; then timeout "$@"; else "${@:2}"; fi
}

# reachable ADDRESS: whether a server responds within a few seconds.
reachable() {
    if have curl; then
        curl -fsSL --connect-timeout 5 --max-time 15 -o /dev/null "$1" 2>/dev/null
    elif have wget; then
        wget -q -T 5 -t 1 -O /dev/null "$1"
    else
        local host=${1#*://}
        # shellcheck disable=SC2016 # for the inner bash
        within 5 bash -c 'exec 3<>"/dev/tcp/$0/443"' "${host%%/*}" 2>/dev/null
    fi
}

# download ADDRESS FILE
download() {
    say "Fetching $1"
    if have curl; then curl -fsSL --retry 2 -o "$2" "$1"; else wget -q -O "$2" "$1"; fi
}
