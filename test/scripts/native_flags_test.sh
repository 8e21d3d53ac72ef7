#!/usr/bin/env bash
# What runs on the machine that builds it is built for its processor.
# Lines in single quotes are for the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

# processor FEATURE: rustc finds one with that feature.
processor() {
    stand_in rustc <<<"case \"\$*\" in '--print cfg -C target-cpu=native') echo '$1' ;; *) exit 1 ;; esac"
}

flags() {
    in_box project/bin/lib/native-flags
    equal "$status" 0
    printf '%s\n' "$output"
}

names_this_processor() {
    processor avx2
    has "$(flags)" "-Ctarget-cpu=native "
}

tells_processors_apart() {
    local one
    processor avx2
    one=$(flags)
    equal "$(flags)" "$one"
    processor avx512f
    lacks "$(flags)" "$one"
}

fails_without_rust() {
    stand_in rustc <<<'exit 1'
    in_box project/bin/lib/native-flags
    equal "$status" 1
    equal "$output" ""
}

# The program, when bin/playout builds it, is one that says what it was built with.
builds_the_program() {
    compilers
    processor avx2
    stand_in cargo <<'END'
mkdir -p native/target/release
printf '#!/bin/sh\necho "with %s: $*"\n' "$RUSTFLAGS" >native/target/release/playout
chmod +x native/target/release/playout
END
    in_box project/bin/playout play quarto
    equal "$status" 0
    equal "$output" "with $(flags): play quarto"
    rm "$box/project/native/target/release/playout"
    box_environment=(RUSTFLAGS=-Copt-level=1)
    in_box project/bin/playout play quarto
    equal "$output" "with -Copt-level=1: play quarto"
}

it "names the processor of this machine" names_this_processor
it "has other flags for another processor, so that cargo builds anew" tells_processors_apart
it "fails where there is no Rust" fails_without_rust
it "are what bin/playout builds with, unless others are given" builds_the_program
finish_tests
