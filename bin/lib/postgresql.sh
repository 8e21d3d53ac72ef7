# shellcheck shell=bash
# A PostgreSQL server for tests: in a temporary directory, reached by a socket in it, and run by an
# ordinary user, because PostgreSQL refuses to run as root.
#
# Whoever knows the directory can use two programs in it: `psql` runs statements, and `control`
# starts and stops the server (pg_ctl).

postgresql_directory= # of the server that runs

# Prints the directory of PostgreSQL's programs, the newest if there are several; nothing if there is
# none. Debian has them outside of PATH.
postgresql_programs() {
    local initdb
    if [ -n "${PLAYOUT_POSTGRESQL:-}" ]; then
        [ ! -x "$PLAYOUT_POSTGRESQL/initdb" ] || say "$PLAYOUT_POSTGRESQL"
        return
    fi
    initdb=$(find /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/postgresql*/bin/initdb 2>/dev/null |
        sort -V | tail -n 1)
    [ -n "$initdb" ] || initdb=$(command -v initdb || true)
    [ -z "$initdb" ] || dirname "$initdb"
}

# start_postgresql [SETTING...]: starts a server with these settings, besides the defaults. Prints
# what goes wrong.
# shellcheck disable=SC2120
start_postgresql() {
    local programs user=
    programs=$(postgresql_programs)
    [ -n "$programs" ] || {
        say "PostgreSQL is not installed. Debian's package: postgresql."
        return 1
    }
    # Sockets have short paths, and TMPDIR may be a long one.
    postgresql_directory=$(mktemp -d /tmp/playout-pg.XXXXXX)
    if [ "$(id -u)" = 0 ]; then
        user=nobody
        ! id postgres >/dev/null 2>&1 || user=postgres
        chown "$user" "$postgresql_directory"
    fi
    write_postgresql_programs "$programs" "$user"
    {
        "$postgresql_directory/initdb" --username=playout --auth=trust --encoding=UTF8 --locale=C \
            --no-sync --no-instructions &&
            say "listen_addresses=''" "unix_socket_directories='$postgresql_directory'" \
                max_connections=200 "$@" >>"$postgresql_directory/data/postgresql.conf" &&
            "$postgresql_directory/control" start
    } >"$postgresql_directory/output" 2>&1 || {
        say "PostgreSQL does not start:"
        tail -q -n 5 "$postgresql_directory/output" "$postgresql_directory/log" 2>/dev/null
        stop_postgresql
        return 1
    }
}

# write_postgresql_programs PROGRAMS USER
write_postgresql_programs() {
    local as=
    [ -z "$2" ] || as="setpriv --reuid=$2 --regid=$(id -g "$2") --clear-groups"
    local here=$postgresql_directory pg_ctl="--silent --wait --log=log"
    say "#!/bin/sh" "cd $here && exec $as $1/initdb --pgdata=data \"\$@\"" >"$here/initdb"
    say "#!/bin/sh" "cd $here && exec $as $1/pg_ctl --pgdata=data $pg_ctl \"\$@\"" >"$here/control"
    say "#!/bin/sh" "exec $1/psql --host=$here --username=playout --no-psqlrc --quiet \"\$@\"" >"$here/psql"
    chmod +x "$here/initdb" "$here/control" "$here/psql"
}

# postgresql_url NAME: makes a database, and prints its address.
postgresql_url() {
    "$postgresql_directory/psql" --command="CREATE DATABASE $1" postgres || return 1
    say "postgres://playout@localhost/$1?socket_dir=$postgresql_directory"
}

# For commands and subshells whose sites (test/sockets/site.mjs) are to use a server until they end.
use_postgresql() {
    trap stop_postgresql EXIT
    trap 'exit 130' INT TERM
    # shellcheck disable=SC2119
    start_postgresql || exit 1
    export PLAYOUT_TEST_POSTGRESQL=$postgresql_directory
}

# Leaves nothing behind, whatever the server was doing.
stop_postgresql() {
    [ -n "$postgresql_directory" ] || return 0
    "$postgresql_directory/control" --mode=immediate stop >/dev/null 2>&1 || true
    rm -rf "$postgresql_directory"
    postgresql_directory=
}
