#!/usr/bin/env bash
# An installed heddle, and one from the .deb, must work on a machine that has no source tree.
#
# usage: package_test.sh BUILD-DIRECTORY
set -euo pipefail
root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}
build=$(readlink -f -- "$1")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# Runs a command where the source tree is an empty folder. Without the right to do so (some
# containers) it runs as it is; the search for the path in the binary still stands.
without_source_tree() {
  mkdir -p -- "$work/empty"
  # shellcheck disable=SC2016 # Expanded by the inner shell.
  if unshare --map-root-user --mount true 2>/dev/null; then
    unshare --map-root-user --mount bash -c \
      'mount --bind "$1" "$2" && shift 2 && exec "$@"' - "$work/empty" "$root" "$@"
  else
    echo "note: cannot hide the source tree here"
    "$@"
  fi
}

check_installed() {
  local prefix=$1
  echo "checking $prefix"
  if grep --quiet --fixed-strings -- "$root" "$prefix/bin/heddle"; then
    echo "bin/heddle names the source tree:"
    strings -- "$prefix/bin/heddle" | grep --fixed-strings -- "$root" | sort | uniq -c | head
    exit 1
  fi
  test -s "$prefix/share/doc/heddle/copyright"
  test -s "$prefix/share/man/man1/heddle.1"
  test -s "$prefix/share/man/man1/heddle-check.1"
  grep --quiet 'complete -F _heddle heddle' "$prefix/share/bash-completion/completions/heddle"
  grep --quiet 'complete -c heddle' "$prefix/share/fish/vendor_completions.d/heddle.fish"
  grep --quiet '#compdef heddle' "$prefix"/share/zsh/*/_heddle
  cp -- "$root/examples/account.c" "$work/account.c"
  cd -- "$work"
  without_source_tree "$prefix/bin/heddle" --version
  without_source_tree "$prefix/bin/heddle" inspect account.c >inspected
  grep --quiet 'deposit' inspected || { cat inspected && exit 1; }
  without_source_tree "$prefix/bin/heddle" check account.c --quiet --html page.html >checked || (($? == 1))
  grep --quiet 'Content-Security-Policy' page.html || { cat checked && exit 1; }
  # The header is for the user's own builds too.
  printf '#include <heddle/heddle.h>\nint main(void) { return 0; }\n' >header.c
  clang-19 -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only header.c
  clang++-19 -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only -x c++ header.c
}

cmake --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log" && exit 1; }
check_installed "$work/prefix"

(cd -- "$build" && cpack -G DEB -B "$work/packages") >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
package=$(echo "$work"/packages/*.deb)
dpkg-deb --field "$package"
depends=$(dpkg-deb --field "$package" Depends)
for needed in clang-19 libllvm19 libz3-4 libsqlite3-0 libc6; do
  [[ $depends == *"$needed"* ]] || { echo "the package does not depend on $needed" && exit 1; }
done
dpkg-deb --extract "$package" "$work/unpacked"
check_installed "$work/unpacked/usr"
