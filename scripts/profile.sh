#!/usr/bin/env bash
# Makes cmake/heddle.profdata anew, by which release builds are laid out: builds a heddle that counts
# how often it comes where, has it search small programs of bench/, and keeps the counts.
#
# usage: scripts/profile.sh
set -euo pipefail
root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}
# shellcheck source=scripts/setup.sh
source "$root/scripts/setup.sh"

directory=$root/build/profile
scratch=$directory/scratch
rm -rf -- "$scratch"
mkdir -p -- "$scratch"
(cd -- "$root" && cmake --preset release -B "$directory" -DHEDDLE_PROFILE=generate \
  -DBUILD_TESTING=OFF) >"$directory/log"
ninja -C "$directory" -j "$(build_jobs)" src/cli/heddle

export LLVM_PROFILE_FILE=$scratch/%p.profraw
heddle() { # What it finds does not matter.
  local status=0
  timeout 60 "$directory/src/cli/heddle" "$@" >/dev/null 2>"$scratch/errors" || status=$?
  if ((status == 2 || status > 3)); then
    cat -- "$scratch/errors" >&2
    fail "heddle $* ends with $status"
  fi
}
search() { heddle check "$@" --jobs 1 --time 5 --quiet --out "$scratch/out"; }

programs=$root/bench/programs
for size in fib=5 lastzero=11 mutex=6 ticket=5 writers=6; do
  cp -- "$programs/dpor/${size%=*}.c" "$scratch/program.c"
  sed -i "1i #define N ${size#*=}" "$scratch/program.c"
  search "$scratch/program.c" --strategy dpor
  search "$scratch/program.c" --strategy dpor --no-observers
done
for program in "$programs"/search/*.c; do
  search "$program" --strategy dpor --all
  search "$program" --strategy exhaustive --all
done
for program in "$programs"/symbolic/*.c; do search "$program"; done
for program in "$programs"/vm/*.c; do heddle run "$program"; done

llvm-profdata-19 merge --sparse -o "$root/cmake/heddle.profdata" "$scratch"/*.profraw
rm -rf -- "$scratch"
ls -l -- "$root/cmake/heddle.profdata"
