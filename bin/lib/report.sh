# shellcheck shell=bash
# The sections of bin/test, each with a line. Its tests are counted from the last lines of its test runner,
# whose output is shown only if it fails.

# The numbers of each section that has ended, a line per section that was not run, and excerpts of what
# failed. Files, because sections may run side by side.
results=$(mktemp -d)
touch "$results/sections" "$results/not_run" "$results/failures"

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

# What a runner says of the tests that failed, 80 lines at most: a few lines from each that begins one.
# If there is none, the end of its output. Lines are cut off after 200 bytes, between characters,
# because a test may print a whole page.
failures() {
    LC_ALL=C awk '/^ +[0-9]+\) |^---- .* stdout ----$|^✖ failing tests|^✖ .*\(.*ms\)$|^At the end |^not ok |^FAILED: |^error(\[|:)/ {
             left = 12
         }
         {
             line = $0
             if (length(line) > 200) {
                 line = substr(line, 1, 200)
                 sub(/[\300-\377][\200-\277]*$/, "", line)
                 line = line "…"
             }
             last[NR % 20] = line
         }
         left > 0 && shown < 80 { print line; left--; shown++ }
         END { if (!shown) for (i = NR - 19; i <= NR; i++) if (i > 0) print last[i % 20] }'
}

without_colours() {
    sed $'s/\x1b\\[[0-9;]*m//g'
}

heading() {
    say "" "== $1"
}

# Adds up what the command `times` prints, such as "0m1.503s 0m0.210s" in two lines.
processor() {
    awk -F'[ms ]+' '{ for (i = 1; i < NF; i += 2) all += 60 * $i + $(i + 1) } END { printf "%.0f", all }'
}

# section TITLE RUNNER COMMAND...: runs a section, and prints its line: what passed, the seconds, and in
# brackets those of the processors. bin/test continues after a failure.
section() {
    local title=$1 runner=$2 start=$SECONDS status=0 log counts ok bad left word=passed
    log=$(mktemp)
    (trap 'times >"$log.processor"' EXIT && "${@:3}") </dev/null >"$log" 2>&1 || status=$?
    counts=$(without_colours <"$log" | "count_$runner")
    read -r ok bad left <<<"$counts"
    if [ "$status" -ne 0 ]; then
        if [ "$runner" = one ]; then ok=0; fi
        if [ "$bad" -eq 0 ]; then bad=1; fi
    elif [ $((ok + bad)) -eq 0 ]; then
        say "This section ran no tests." >>"$log"
        bad=1
    fi
    [ "$bad" -eq 0 ] || word=FAILED
    printf '%-7s %-28s %4d passed %3d failed %3d skipped %5d s (%s)\n' "$word" "$title" \
        "$ok" "$bad" "$left" "$((SECONDS - start))" "$(processor <"$log.processor")"
    if [ "$bad" -gt 0 ]; then
        cat "$log"
        { say "" "Failed: $title" && without_colours <"$log" | failures; } >>"$results/failures"
    fi
    rm -f "$log" "$log.processor"
    say "$ok $bad $left" >>"$results/sections"
    [ "$bad" -eq 0 ]
}

# leave_out TITLE REASON
leave_out() {
    say "NOT RUN $1"
    say "0 0 1" >>"$results/sections"
    say "$1: $2" >>"$results/not_run"
}

# lane FUNCTION: runs a function with sections beside what follows.
lane() {
    # In a process group of its own, which `stop_sections` ends.
    set -m
    ("$1") </dev/null >"$results/$1" 2>&1 &
    set +m
    echo "$! $1" >>"$results/lanes"
}

# Waits for the lanes, and shows the output of each.
join_lanes() {
    local group lane
    while read -r group lane; do
        # After a crash, sections may be missing.
        wait "$group" || { say "FAILED  $lane" && say "0 1 0" >>"$results/sections"; }
        cat "$results/$lane"
    done <"$results/lanes"
    rm -f "$results/lanes"
}

# Ends the lanes when bin/test is interrupted.
stop_sections() {
    local group lane
    [ -e "$results/lanes" ] || return 0
    while read -r group lane; do kill -- "-$group" 2>/dev/null || true; done <"$results/lanes"
}

# finish STRICT: prints what failed once more, which is far above or may have been cut off, what was not
# run, and the total as the last line. If STRICT is not empty, skipped tests count as failures.
finish() {
    local ok bad left passed=0 failed=0 skipped=0
    say "" "$SECONDS s"
    while read -r ok bad left; do
        passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
    done <"$results/sections"
    cat "$results/failures"
    if [ -s "$results/not_run" ]; then
        say "" "!!!!!!!!!!!!!!!!!!!!  NOT EVERYTHING WAS TESTED  !!!!!!!!!!!!!!!!!!!!"
        sed 's/^/!!  /' "$results/not_run"
        say "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"
    fi
    rm -rf "$results"
    if [ -n "$1" ] && [ "$skipped" -gt 0 ]; then
        say "" "With --strict, skipped tests ($skipped) count as failures."
        failed=$((failed + skipped)) skipped=0
    fi
    say "" "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
