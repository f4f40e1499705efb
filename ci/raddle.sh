#!/usr/bin/env bash
# Checks programs one by one and leaves a report of each in every format that services read.
#
#   ci/raddle.sh [--out DIR] [--baseline DIR] [--unknown fail|pass] [--summary FILE] PROGRAM... [-- FLAG...]
#
#   --out DIR         where reports go (raddle-reports): NAME.json, .sarif, .xml (JUnit), .md, .html
#   --baseline DIR    findings of DIR/NAME.json do not fail; such a directory is what an earlier run left with --out
#   --unknown pass    a check that could not explore everything is no failure (it is one otherwise)
#   --summary FILE    append all summaries in Markdown to this file
#   -- FLAG...        flags of every `raddle check`
#
# Exit codes: 0 nothing (new) was found, 1 findings, 2 something could not be read, 3 unknown.
set -uo pipefail

out=raddle-reports
baseline=
unknown=fail
summary=
programs=()
flags=()
while [ $# -gt 0 ]; do
    case "$1" in
        --out | --baseline | --unknown | --summary)
            if [ $# -lt 2 ]; then echo "raddle.sh: $1 needs a value" >&2; exit 2; fi
            ;;
    esac
    case "$1" in
        --out) out=$2; shift 2 ;;
        --baseline) baseline=$2; shift 2 ;;
        --unknown) unknown=$2; shift 2 ;;
        --summary) summary=$2; shift 2 ;;
        --) shift; flags=("$@"); break ;;
        -*) echo "raddle.sh: unknown flag $1" >&2; exit 2 ;;
        *) programs+=("$1"); shift ;;
    esac
done
if [ ${#programs[@]} -eq 0 ]; then
    echo "raddle.sh: no program to check" >&2
    exit 2
fi
case "$unknown" in
    fail | pass) ;;
    *) echo "raddle.sh: --unknown is fail or pass" >&2; exit 2 ;;
esac
if ! command -v raddle >/dev/null; then
    echo "raddle.sh: raddle is not on PATH" >&2
    exit 2
fi
mkdir -p "$out" || exit 2

found=0
unreadable=0
undecided=0
for program in "${programs[@]}"; do
    # src/list.c and test/list.c are two programs.
    name=$(printf '%s' "${program#./}" | tr '/' '_')
    name=${name%.c}
    reports=()
    for ending in json sarif xml md html; do reports+=(--report "$out/$name.$ending"); done
    known=()
    if [ -n "$baseline" ] && [ -f "$baseline/$name.json" ]; then
        # It may be the report that is about to be replaced.
        cp "$baseline/$name.json" "$out/.baseline.json" || exit 2
        known=(--baseline "$out/.baseline.json")
    fi
    echo "== $program"
    raddle check "${flags[@]}" "${known[@]}" "${reports[@]}" "$program"
    case $? in
        0) ;;
        1) found=1 ;;
        3) undecided=1 ;;
        *) unreadable=1 ;;
    esac
    rm -f "$out/.baseline.json"
    if [ -n "$summary" ] && [ -f "$out/$name.md" ]; then
        { cat "$out/$name.md"; echo; } >>"$summary"
    fi
done

if [ "$unreadable" = 1 ]; then exit 2; fi
if [ "$found" = 1 ]; then exit 1; fi
if [ "$undecided" = 1 ] && [ "$unknown" = fail ]; then exit 3; fi
exit 0
