# shellcheck shell=bash
# What a site keeps: the directory of the database, and its secret beside it.

# prepare_data DIRECTORY
prepare_data() {
    [ -d "$1" ] || {
        say "Making the directory of the database: $1"
        mkdir -p "$1" || stop "$1 cannot be made."
    }
    [ -w "$1" ] || stop "$1 cannot be written to. PLAYOUT_DATA names another place."
}

# secret DIRECTORY: prints the secret that signs cookies; made once, as cookies
# signed with another would be void.
secret() {
    local file=$1/secret_key_base new
    if [ ! -e "$file" ]; then
        say "Making the secret that signs cookies: $file" >&2
        new=$(mktemp "$1/.secret.XXXXXX") # mktemp makes it for the owner's eyes only
        head -c 48 /dev/urandom | base64 | tr -d '\n' >"$new"
        # A link never replaces a secret that another start made meanwhile.
        ln "$new" "$file" 2>/dev/null || [ -e "$file" ] || stop "$file cannot be written."
        rm -f "$new"
    fi
    new=$(cat "$file") || stop "$file cannot be read."
    [ ${#new} -ge 64 ] || stop "$file is damaged: it has less than 64 characters." \
        "Remove it to have a new secret made; visitors are then new to the site."
    printf '%s\n' "$new"
}
