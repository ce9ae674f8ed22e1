#!/usr/bin/env bash
# The program with a standard descriptor closed, full or unreadable: it says so or goes on, and never dies of a signal.
# usage: closed_output.sh DADA; the last line is "N passed, N failed".
dada=$1 passed=0 failed=0
# expect STATUS NAME COMMAND - runs COMMAND in a shell of its own.
expect() {
    bash -c "$3" >/dev/null 2>&1
    local status=$?
    if [ $status -eq "$1" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "$2: status $status, not $1"; fi
}
expect 124 "serve, output closed" "timeout 2 '$dada' serve --port 0 >&-; s=\$?; exit \$((s == 0 ? 124 : s))"
expect 2 "no command" "'$dada'"
expect 1 "help, disk full" "'$dada' --help >/dev/full"
expect 1 "bench, disk full" "'$dada' bench --signature >/dev/full"
expect 1 "engine, disk full" "echo '{}' | '$dada' engine >/dev/full"
expect 1 "engine, a folder as input" "'$dada' engine </"
expect 1 "perft, a folder as file" "'$dada' perft --positions /"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
