# shellcheck shell=bash
# The sections of bin/test. Each has a heading and a time, and its tests are counted from the last
# lines of its test runner.

passed=0 failed=0 skipped=0
summary=() # one line per section
not_run=() # sections that were not run, and why

# The counters read a runner's output and print three numbers: passed, failed, skipped.

count_cargo() {
    awk '/^test result: / {
             for (i = 2; i <= NF; i++) {
                 if ($i == "passed;") passed += $(i - 1)
                 if ($i == "failed;") failed += $(i - 1)
                 if ($i == "ignored;") skipped += $(i - 1)
             }
         }
         END { print passed + 0, failed + 0, skipped + 0 }'
}

# ExUnit's line starts with the number of tests of each kind, whatever their result.
count_exunit() {
    awk -F', ' '/^[0-9]+ [a-z]+.*, [0-9]+ failures?(,|$)/ {
             for (i = 1; i <= NF; i++) {
                 split($i, part, " ")
                 if (part[2] ~ /^(failures?|invalid)$/) bad += part[1]
                 else if (part[2] ~ /^(skipped|excluded)$/) skipped += part[1]
                 else all += part[1]
             }
         }
         END { print all - bad - skipped, bad + 0, skipped + 0 }'
}

count_node() {
    awk '($1 == "#" || $1 == "ℹ") && $3 ~ /^[0-9]+$/ && NF == 3 { count[$2] += $3 }
         END {
             print count["pass"] + 0, count["fail"] + count["cancelled"],
                 count["skipped"] + count["todo"]
         }'
}

# The last line of the tests in test/scripts.
count_plain() {
    awk '/^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ {
             passed += $1; failed += $3; skipped += $5
         }
         END { print passed + 0, failed + 0, skipped + 0 }'
}

# A check that passes or fails as a whole.
count_one() {
    echo 1 0 0
}

without_colours() {
    sed $'s/\x1b\\[[0-9;]*m//g'
}

heading() {
    say "" "== $1"
}

# section TITLE RUNNER COMMAND...: runs a section. bin/test continues after a failure.
section() {
    local title=$1 runner=$2 start=$SECONDS status=0 log counts again ok bad left word=passed
    heading "$title"
    log=$(mktemp)
    "${@:3}" </dev/null 2>&1 | tee "$log" || status=${PIPESTATUS[0]}
    counts=$(without_colours <"$log" | "count_$runner")
    again=$(without_colours <"$log" | sed -n 's/.*\(passed on the second try: \)/        \1/p' | sort -u)
    rm -f "$log"
    read -r ok bad left <<<"$counts"
    if [ "$status" -ne 0 ]; then
        if [ "$runner" = one ]; then ok=0; fi
        if [ "$bad" -eq 0 ]; then bad=1; fi
    elif [ $((ok + bad)) -eq 0 ]; then
        say "This section ran no tests."
        bad=1
    fi
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
    if [ "$bad" -gt 0 ]; then word=FAILED; fi
    say "-- $word in $((SECONDS - start)) s"
    summary+=("$(printf '%-7s %-28s %4d passed %3d failed %3d skipped %5d s' \
        "$word" "$title" "$ok" "$bad" "$left" "$((SECONDS - start))")")
    if [ -n "$again" ]; then summary+=("$again"); fi
    [ "$bad" -eq 0 ]
}

# leave_out TITLE REASON
leave_out() {
    heading "$1"
    say "-- not run: $2"
    skipped=$((skipped + 1))
    not_run+=("$1: $2")
    summary+=("$(printf '%-7s %-28s' 'NOT RUN' "$1")")
}

# finish ALL: prints the summary, with the total as the last line. If ALL is not empty, skipped tests
# count as failures.
finish() {
    local line
    heading "Summary ($SECONDS s)"
    say "${summary[@]}"
    if [ ${#not_run[@]} -gt 0 ]; then
        say "" "!!!!!!!!!!!!!!!!!!!!  NOT EVERYTHING WAS TESTED  !!!!!!!!!!!!!!!!!!!!"
        for line in "${not_run[@]}"; do
            say "!!  $line"
        done
        say "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"
    fi
    if [ -n "$1" ] && [ "$skipped" -gt 0 ]; then
        say "" "With --all, skipped tests ($skipped) count as failures."
        failed=$((failed + skipped)) skipped=0
    fi
    say "" "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
