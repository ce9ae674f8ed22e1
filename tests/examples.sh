#!/bin/bash
# Builds each example as its first lines say, and runs it: usage: examples.sh BUILD_FOLDER. The last line is "N passed, N failed".
build=$1 passed=0 failed=0
program=$(mktemp)
trap 'rm -f "$program"' EXIT

# expect STATUS WORDS COMMAND... - the status, and words in what is told.
expect() {
    local status=$1 words=$2 told
    shift 2
    told=$("$@" 2>&1)
    if [ $? -eq "$status" ] && [[ "$told" == *"$words"* ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'NOT %s: %s\n' "$*" "$told"
    fi
}

expect 0 "" cc -std=c17 -Wall -Wextra -Werror -I. examples/random_games.c "$build/libdada.a" -o "$program"
expect 0 "10000 games, 43" "$program" ludo-german none_on_course=normal # 436.0 rolls, tests/lengths.py
expect 0 "10000 games, 39" "$program" ludo six_extra_when_stuck=yes block=none # 396.8 rolls
expect 2 "block can't be nonee" "$program" ludo block=nonee
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
