#!/bin/bash
# Runs every program here natively at -O0, -O1 and under the sanitizers and
# reports each that does not compile, differs between the three or draws a
# sanitizer report. Usage: native.sh [PROGRAM.c ...]
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export CC=${CC:-clang-19}
export FLAGS="-std=gnu17 -Wall -Wextra -Werror -pthread"
SCRATCH=$(mktemp -d)
export SCRATCH
trap 'rm -rf "$SCRATCH"' EXIT

check() {
  local src=$1 name base mode
  name=$(basename "$src" .c)
  base=$SCRATCH/$name
  local -A options=(
    [O0]="-O0"
    [O1]="-O1"
    [san]="-O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all"
  )
  for mode in O0 O1 san; do
    # The options are lists: splitting is meant.
    # shellcheck disable=SC2086
    if ! $CC $FLAGS ${options[$mode]} "$src" -o "$base.$mode" -lm \
      2>"$base.log"; then
      echo "FAIL $name: does not compile ($mode)"
      cat "$base.log"
      return 1
    fi
    timeout 60 "$base.$mode" >"$base.$mode.out" 2>"$base.$mode.err" </dev/null
    echo "exit $?" >>"$base.$mode.out"
    if [ -s "$base.$mode.err" ]; then
      echo "FAIL $name: wrote to stderr ($mode)"
      head -n 20 "$base.$mode.err"
      return 1
    fi
    # 124 is timeout's own; from 126 on the shell and signals speak.
    if grep -qE '^exit 1(2[4-9]|[3-5][0-9])$' "$base.$mode.out"; then
      echo "FAIL $name: $(tail -n 1 "$base.$mode.out") ($mode)"
      return 1
    fi
    if ! cmp -s "$base.O0.out" "$base.$mode.out"; then
      echo "FAIL $name: output differs between O0 and $mode"
      diff "$base.O0.out" "$base.$mode.out" | head -n 20
      return 1
    fi
  done
  rm -f "$base".*
}
export -f check

if [ $# -eq 0 ]; then
  set -- "$here"/*.c
fi
# The inner shell expands its own argument.
# shellcheck disable=SC2016
if printf '%s\0' "$@" |
  nice xargs -0 -n 1 -P 2 bash -c 'check "$1" || exit 1' check; then
  echo "$# programs agree"
else
  exit 1
fi
