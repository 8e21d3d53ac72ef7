#!/usr/bin/env bash
# Tests of how bin/test counts tests, and of its summary.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

counts() { # counts RUNNER PASSED_FAILED_SKIPPED: counts what is on standard input.
    cat >"$box/log"
    library "without_colours <'$box/log' | count_$1"
    equal "$output" "$2"
}

counts_tests() {
    counts cargo "13 2 1" <<'END'
running 3 tests
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s
END
    counts exunit "52 3 5" <<'END'
Finished in 0.3 seconds (0.1s async, 0.2s sync)
12 doctests, 3 properties, 45 tests, 2 failures, 1 invalid, 4 excluded, 1 skipped
END
    counts exunit "0 1 0" <<<'1 test, 1 failure'
    counts exunit "3 0 0" <<<$'\033[32m3 tests, 0 failures\033[0m'
    counts exunit "0 0 0" <<<'There are no tests to run'
    counts node "5 2 2" <<<$'ℹ tests 9\nℹ pass 5\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 1'
    counts node "4 0 0" <<<$'# pass 4\n# fail 0\n# duration_ms 12.5'
    counts plain "7 1 2" <<<$'a line\n4 passed, 1 failed, 2 skipped\n3 passed, 0 failed'
}

shows_what_failed() {
    library 'broken() { printf "1) is fine\n\n  1) test the sum (SumTest)\n     test/sum_test.exs:3\n3 tests, 1 failure\n"; return 2; }
        crashed() { for ((i = 1; i <= 30; i++)); do echo $i; done; return 1; }
        section First exunit broken || true
        section Second cargo crashed || true
        section Third one echo what passes is silent || true
        finish "" || echo "ended with $?"'
    has "$output" $'FAILED  First                           2 passed   1 failed   0 skipped '
    has "$output" $'\npassed  Third                           1 passed   0 failed   0 skipped '
    lacks "$output" silent
    summary=${output#*$' s\n\nFailed: '}
    has "$summary" $'First\n  1) test the sum (SumTest)\n     test/sum_test.exs:3\n3 tests, 1 failure\n\nFailed: Second\n11\n'
    has "$summary" $'\n30\n\n3 passed, 2 failed, 0 skipped\nended with 1'
    lacks "$summary" "is fine" "Failed: Third"
}

shortens_what_failed() {
    library 'broken() { for ((i = 1; i <= 90; i++)); do echo "  $i) test"; done; echo "90 tests, 90 failures"; }
        section First exunit broken || true
        finish "" || true'
    has "${output#*Failed: First}" $'\n  80) test\n\n0 passed'
    library 'broken() { printf "  1) test the page\n     <p>%0300d</p>\n     <p>%0191d。。</p>\n1 test, 1 failure\n" 0 0; return 2; }
        section First exunit broken || true
        finish "" || true'
    summary=${output#*Failed: First}
    has "$summary" $'\n  1) test the page\n     <p>0000' $'0…\n     <p>' $'0…\n1 test, 1 failure'
    lacks "$summary" "</p>"
}

a_crash_is_a_failure() {
    library 'broken() { echo "3 tests, 0 failures"; return 1; }
        section First exunit false || true
        section Second exunit broken || true
        finish "" || true'
    has "$output" $'\n3 passed, 2 failed, 0 skipped'
}

no_test_is_a_failure() {
    library 'section First exunit echo "0 failures" || true
        section Second exunit echo "4 tests, 0 failures, 4 excluded" || true
        finish "" || true'
    has "$output" "ran no test" $'\n0 passed, 2 failed, 4 skipped'
}

# Each waits for the other one.
runs_sections_side_by_side() {
    mkfifo "$box/home/there" "$box/home/back"
    library 'call() { echo >"$HOME/there"; read -r line <"$HOME/back"; echo "3 tests, 1 failure"; }
        answer() { read -r line <"$HOME/there"; echo >"$HOME/back"; echo "3 tests, 1 failure"; }
        one() { section First exunit call || true; section Second one true; }
        other() { section Third exunit answer || true; leave_out Fourth "no reason"; }
        crash() { section Fifth one true; unset counted; echo "$counted"; }
        lane other
        lane crash
        one
        join_lanes
        finish "" || echo "ended with $?"'
    local title rest=$output
    for title in "FAILED  First" "passed  Second" "FAILED  Third" "NOT RUN Fourth" "FAILED  crash" "passed  Fifth"; do
        has "$rest" "$title"
        rest=${rest#*"$title"}
    done
    has "$output" "!!  Fourth: no reason" $'\n6 passed, 3 failed, 1 skipped\nended with 1'
}

lists_left_out_sections() {
    library 'section First one true; leave_out "web tests" "no packages"; finish ""; echo "ended with $?"'
    has "$output" "NOT EVERYTHING WAS TESTED" "!!  web tests: no packages"
    has "$output" $'\n1 passed, 0 failed, 1 skipped\nended with 0'
    library 'section First one true; leave_out "web tests" "no packages"; finish yes || echo "ended with $?"'
    has "$output" "!!  web tests: no packages" $'\n1 passed, 1 failed, 0 skipped\nended with 1'
}

it "counts tests in the output of each runner" counts_tests
it "continues after a failure, and repeats in the end what failed" shows_what_failed
it "shortens what failed" shortens_what_failed
it "counts a crashed runner as a failure" a_crash_is_a_failure
it "counts a section without tests as a failure" no_test_is_a_failure
it "runs sections side by side, and shows them one after another" runs_sections_side_by_side
it "lists sections that were left out, which with --strict are failures" lists_left_out_sections
finish_tests
