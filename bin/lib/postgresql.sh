# shellcheck shell=bash
# A PostgreSQL server for tests: in a temporary directory, reached by a socket in it, and run by an
# ordinary user, because PostgreSQL refuses to run as root.

postgresql_directory= # of the server that runs, with its socket

# Prints the directory of PostgreSQL's programs, the newest if there are several; nothing if there is
# none. Debian has them outside of PATH.
postgresql_programs() {
    local initdb
    initdb=$(find /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/postgresql*/bin/initdb 2>/dev/null | sort -V | tail -n 1)
    [ -n "$initdb" ] || initdb=$(command -v initdb || true)
    [ -z "$initdb" ] || dirname "$initdb"
}

# as_ordinary_user COMMAND...
as_ordinary_user() {
    local user=nobody
    if [ "$(id -u)" != 0 ]; then
        "$@"
        return
    fi
    ! id postgres >/dev/null 2>&1 || user=postgres
    # Not with `su`, which needs a shell.
    (cd / && setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups "$@")
}

# start_postgresql [SETTING...]: starts a server with these settings besides the defaults; prints
# what goes wrong. Where nothing has to survive, fsync=off saves time.
start_postgresql() {
    local programs setting
    programs=$(postgresql_programs)
    [ -n "$programs" ] || {
        say "PostgreSQL is not installed (Debian's package postgresql)."
        return 1
    }
    postgresql_directory=$(mktemp -d /tmp/playout-pg.XXXXXX)
    [ "$(id -u)" != 0 ] || as_root_owner "$postgresql_directory"
    {
        as_ordinary_user "$programs/initdb" --pgdata="$postgresql_directory/data" --username=playout \
            --auth=trust --encoding=UTF8 --locale=C --no-sync --no-instructions &&
            for setting in "listen_addresses=''" "unix_socket_directories='$postgresql_directory'" \
                max_connections=200 "$@"; do
                say "$setting"
            done >>"$postgresql_directory/data/postgresql.conf" &&
            as_ordinary_user "$programs/pg_ctl" --pgdata="$postgresql_directory/data" --silent --wait \
                --log="$postgresql_directory/data/log" start
    } >"$postgresql_directory/output" 2>&1 || {
        say "PostgreSQL does not start:"
        tail -n 5 "$postgresql_directory/output" "$postgresql_directory/data/log" 2>/dev/null
        stop_postgresql
        return 1
    }
}

as_root_owner() {
    local user=nobody
    ! id postgres >/dev/null 2>&1 || user=postgres
    chown "$user" "$1"
}

# postgresql_url NAME: the address of a database of the server.
postgresql_url() {
    say "postgres://playout@localhost/$1?socket_dir=$postgresql_directory"
}

# Without a trace, also of what the server was doing.
stop_postgresql() {
    [ -n "$postgresql_directory" ] || return 0
    as_ordinary_user "$(postgresql_programs)/pg_ctl" --pgdata="$postgresql_directory/data" --silent --wait \
        --mode=immediate stop >/dev/null 2>&1 || true
    rm -rf "$postgresql_directory"
    postgresql_directory=
}
