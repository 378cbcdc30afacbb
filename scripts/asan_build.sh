#!/usr/bin/env bash
# Builds the asan preset: what the asan-* stages run.
set -euo pipefail
root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}
# shellcheck source=scripts/setup.sh
source "$root/scripts/setup.sh"
configure asan -DHEDDLE_REQUIRE_TESTS=ON
build asan
