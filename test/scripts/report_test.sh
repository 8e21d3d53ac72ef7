#!/usr/bin/env bash
# Tests of how bin/test counts tests, and of its summary.
# Single-quoted lines run inside the box.
# shellcheck disable=SC2016

# shellcheck source=test/scripts/support.sh
. "$(dirname "$0")/support.sh"

counts_cargo() {
    library 'count_cargo <<END
running 3 tests
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s
END'
    equal "$output" "13 2 1"
}

counts_exunit() {
    library 'count_exunit <<END
Finished in 0.3 seconds (0.1s async, 0.2s sync)
12 doctests, 3 properties, 45 tests, 2 failures, 1 invalid, 4 excluded, 1 skipped
END'
    equal "$output" "52 3 5"
    library 'echo "1 test, 1 failure" | count_exunit'
    equal "$output" "0 1 0"
    library 'echo "3 tests, 0 failures" | count_exunit'
    equal "$output" "3 0 0"
    library 'echo "There are no tests to run" | count_exunit'
    equal "$output" "0 0 0"
}

counts_node() {
    library 'printf "ℹ tests 9\nℹ pass 5\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 1\n" | count_node'
    equal "$output" "5 2 2"
    library 'printf "# pass 4\n# fail 0\n# duration_ms 12.5\n" | count_node'
    equal "$output" "4 0 0"
}

counts_plain() {
    library 'printf "a line\n4 passed, 1 failed, 2 skipped\n3 passed, 0 failed\n" | count_plain'
    equal "$output" "7 1 2"
}

counts_in_colour() {
    library 'printf "\033[32m3 tests, 0 failures\033[0m\n" | without_colours | count_exunit'
    equal "$output" "3 0 0"
}

continues_after_a_failure() {
    library 'broken() { echo "3 tests, 1 failure"; return 2; }
        section First exunit broken || true
        section Second one true || true
        finish "" || echo "ended with $?"'
    has "$output" "== First"
    has "$output" "== Second"
    has "$output" "FAILED  First"
    has "$output" $'\n3 passed, 1 failed, 0 skipped\nended with 1'
}

repeats_what_failed() {
    library 'broken() { printf "1) is fine\n\n  1) test the sum (SumTest)\n     test/sum_test.exs:3\n3 tests, 1 failure\n"; return 2; }
        crashed() { for ((i = 1; i <= 30; i++)); do echo $i; done; return 1; }
        section First exunit broken || true
        section Second cargo crashed || true
        section Third one true
        finish "" || true'
    summary=${output#*== Summary}
    has "$summary" $'\nFailed: First\n  1) test the sum (SumTest)\n     test/sum_test.exs:3\n3 tests, 1 failure\n\nFailed: Second\n11\n'
    has "$summary" $'\n30\n\n3 passed, 2 failed, 0 skipped'
    lacks "$summary" "is fine"
    lacks "$summary" "Failed: Third"
    library 'broken() { for ((i = 1; i <= 90; i++)); do echo "  $i) test"; done; echo "90 tests, 90 failures"; }
        section First exunit broken || true
        finish "" || true'
    summary=${output#*== Summary}
    has "$summary" $'\n  80) test\n\n0 passed'
    library 'broken() { printf "  1) test the page\n     <p>%0300d</p>\n     <p>%0191d。。</p>\n1 test, 1 failure\n" 0 0; return 2; }
        section First exunit broken || true
        finish "" || true'
    summary=${output#*== Summary}
    has "$summary" $'\n  1) test the page\n     <p>0000'
    has "$summary" $'0…\n     <p>'
    has "$summary" $'0…\n1 test, 1 failure'
    lacks "$summary" "</p>"
}

a_crash_is_a_failure() {
    library 'section First exunit false || true; finish "" || true'
    has "$output" $'\n0 passed, 1 failed, 0 skipped'
    library 'broken() { echo "3 tests, 0 failures"; return 1; }
        section First exunit broken || true; finish "" || true'
    has "$output" $'\n3 passed, 1 failed, 0 skipped'
}

no_test_is_a_failure() {
    library 'section First exunit echo "0 failures" || true; finish "" || true'
    has "$output" "ran no test"
    has "$output" $'\n0 passed, 1 failed, 0 skipped'
    library 'section First exunit echo "4 tests, 0 failures, 4 excluded" || true; finish "" || true'
    has "$output" $'\n0 passed, 1 failed, 4 skipped'
}

runs_sections_side_by_side() {
    library '# Succeeds only if the other one runs at the same time.
        meet() {
            touch "$HOME/met-$1"
            timeout 20 sh -c "until [ -e $HOME/met-$2 ]; do sleep 0.1; done" && echo "3 tests, 1 failure"
        }
        one() { section First exunit meet a b || true; section Second one true; }
        other() { section Third exunit meet b a || true; leave_out Fourth "no reason"; }
        side_by_side one other
        finish "" || true'
    has "$output" $'\n== First\n3 tests, 1 failure'
    has "$output" $'\n== Third\n3 tests, 1 failure'
    has "$output" "FAILED  Third"
    has "$output" "!!  Fourth: no reason"
    has "$output" $'\n5 passed, 2 failed, 1 skipped'
}

a_crash_beside_others_is_a_failure() {
    library 'one() { section First one true; }
        other() { section Second one true; unset counted; echo "$counted"; }
        side_by_side one other
        finish "" || echo "ended with $?"'
    has "$output" $'\n2 passed, 1 failed, 0 skipped\nended with 1'
}

lists_left_out_sections() {
    library 'section First one true; leave_out "web tests" "no packages"; finish ""; echo "ended with $?"'
    has "$output" "NOT EVERYTHING WAS TESTED"
    has "$output" "!!  web tests: no packages"
    has "$output" $'\n1 passed, 0 failed, 1 skipped\nended with 0'
}

left_out_with_all() {
    library 'section First one true; leave_out "web tests" "no packages"; finish yes || echo "ended with $?"'
    has "$output" "!!  web tests: no packages"
    has "$output" $'\n1 passed, 1 failed, 0 skipped\nended with 1'
}

it "counts tests in cargo's output" counts_cargo
it "counts tests in ExUnit's output" counts_exunit
it "counts tests in node's output" counts_node
it "counts tests in the output of test/scripts" counts_plain
it "counts tests in coloured output" counts_in_colour
it "continues after a section that fails" continues_after_a_failure
it "repeats in the summary what failed" repeats_what_failed
it "counts a crashed runner as a failure" a_crash_is_a_failure
it "counts a section without tests as a failure" no_test_is_a_failure
it "runs sections side by side, and shows them one after another" runs_sections_side_by_side
it "counts sections that end early beside others as a failure" a_crash_beside_others_is_a_failure
it "lists sections that were left out, and why" lists_left_out_sections
it "counts sections that were left out as failures with --all" left_out_with_all
finish_tests
