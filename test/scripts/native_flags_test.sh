#!/usr/bin/env bash
# Tests that local builds are for this machine's processor.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# processor FEATURE: makes rustc report a processor with this feature.
processor() {
    stand_in rustc <<<"case \"\$*\" in '--print cfg -C target-cpu=native') echo '$1' ;; *) exit 1 ;; esac"
}

flags() {
    exits 0 in_box project/bin/lib/native-flags
    printf '%s\n' "$output"
}

flags_are_of_the_processor() {
    local one
    processor avx2
    one=$(flags)
    has "$one" "-Ctarget-cpu=native "
    equal "$(flags)" "$one"
    processor avx512f
    lacks "$(flags)" "$one"
    stand_in rustc <<<'exit 1'
    exits 1 in_box project/bin/lib/native-flags
    equal "$output" ""
}

# Here the program that bin/playout builds prints its build flags.
builds_the_program() {
    stand_in cc <<<'exit 0'
    processor avx2
    stand_in cargo <<'END'
mkdir -p native/target/release
printf '#!/bin/sh\necho "with %s: $*"\n' "$RUSTFLAGS" >native/target/release/playout
chmod +x native/target/release/playout
END
    exits 0 in_box project/bin/playout play quarto
    equal "$output" "with $(flags): play quarto"
    rm "$box/project/native/target/release/playout"
    box_environment=(RUSTFLAGS=-Copt-level=1)
    in_box project/bin/playout play quarto
    equal "$output" "with -Copt-level=1: play quarto"
}

it "gives other flags for another processor, so that cargo rebuilds, and fails without Rust" flags_are_of_the_processor
it "is used by bin/playout, unless RUSTFLAGS is set" builds_the_program
finish_tests
