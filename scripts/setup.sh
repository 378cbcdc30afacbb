# shellcheck shell=bash
# What ./heddle and ./test share: installing packages, configuring, building. Sourced with `root`
# set. All talk goes to standard error: standard output belongs to the tool.
: "${root:?}"

say() { printf 'heddle: %s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 2
}

# Held until the calling subshell ends.
take_build_lock() {
  mkdir -p -- "$root/build" 2>/dev/null || true
  if [[ ! -w $root/build ]]; then
    fail "cannot write to $root/build, and the tool there is missing or out of date"
  fi
  exec 9>"$root/build/lock"
  if ! flock --nonblock 9; then
    say "waiting for another build in $root/build"
    flock 9
  fi
}

packages_of() {
  local wanted group package
  for wanted in "$@"; do
    while read -r group package; do
      if [[ $group == "$wanted" ]]; then echo "$package"; fi
    done <"$root/scripts/packages.txt"
  done
}

# Whether a package of another name does the same, as a nodejs that brings its own npm.
is_provided() {
  local provided
  # Read whole: a pipe that grep leaves at its first match fails, some times, with pipefail.
  provided=$(dpkg-query -W -f '${db:Status-Status}, ${Provides},\n' 2>/dev/null)
  grep -qE "^installed,.* $1( \([^)]*\))?," <<<"$provided"
}

# install_packages GROUP...: installs what is missing of these groups.
install_packages() {
  local packages present missing=() package
  mapfile -t packages < <(packages_of "$@")
  if ! command -v dpkg-query >/dev/null; then
    say "not a Debian system; going on in the hope that these are here: ${packages[*]}"
    return
  fi
  present=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
  for package in "${packages[@]}"; do
    if ! grep -qxF "installed $package" <<<"$present" && ! is_provided "$package"; then
      missing+=("$package")
    fi
  done
  if ((${#missing[@]} == 0)); then return; fi

  if ((EUID != 0)); then
    say "these Debian packages are missing and only root can install them; run"
    printf '  sudo apt-get install -y --no-install-recommends %s\n' "${missing[*]}" >&2
    exit 2
  fi
  say "installing Debian packages: ${missing[*]}"
  local log=$root/build/packages.log
  # A fresh machine may be busy with an upgrade of its own: wait for it instead of failing.
  local apt=(apt-get -q -o DPkg::Lock::Timeout=600)
  # Hundreds of small packages wait for the disk most of the time. A machine that runs tests can be
  # set up again if it loses power meanwhile.
  if [[ " $* " == *" test "* ]]; then apt+=(-o DPkg::Options::=--force-unsafe-io); fi
  if ! { "${apt[@]}" update &&
    DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1; then
    tail -n 40 -- "$log" >&2
    fail "could not install the packages (full log: $log)"
  fi
}

# What the tests of the page need from npm; what the lock file names and nothing else.
install_node_packages() {
  local directory=$root/tests/web log=$root/build/npm.log
  if [[ $directory/node_modules/.package-lock.json -nt $directory/package-lock.json ]]; then return; fi
  say "installing the npm packages of tests/web"
  if ! npm ci --prefix "$directory" --no-audit --no-fund >"$log" 2>&1; then
    tail -n 40 -- "$log" >&2
    fail "npm could not install what tests/web needs (full log: $log)"
  fi
}

# A translation unit that includes LLVM headers takes up to 2 GB to compile and optimise.
build_jobs() {
  local cores kilobytes jobs
  cores=$(nproc)
  kilobytes=$(awk '/^MemTotal:/ {print $2}' /proc/meminfo)
  jobs=$((kilobytes / 2000000))
  if ((jobs > cores)); then jobs=$cores; fi
  if ((jobs < 1)); then jobs=1; fi
  echo "$jobs"
}

# Clones in different places share compiler output.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

# configure PRESET [CMAKE-ARGUMENT...]: nothing to do if it is configured and no argument is given;
# ninja itself notices changed CMakeLists.txt files.
configure() {
  local preset=$1 directory=$root/build/$1 fresh=()
  shift
  if [[ -e $directory/CMakeCache.txt ]]; then
    if ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$directory/CMakeCache.txt"; then
      fresh=(--fresh) # The tree has moved, and what CMake remembers is about its old place.
    elif (($# == 0)) && [[ -e $directory/build.ninja &&
      ! $root/CMakePresets.json -nt $directory/CMakeCache.txt ]]; then
      return
    fi
  fi
  mkdir -p -- "$directory"
  if ! (cd -- "$root" && cmake --preset "$preset" "${fresh[@]}" "$@") >"$directory/log" 2>&1; then
    cat -- "$directory/log" >&2
    fail "CMake could not configure the build (full log: $directory/log)"
  fi
  touch -- "$directory/CMakeCache.txt" # CMake leaves it alone if nothing in it changed.
}

# build PRESET [TARGET...]: quiet but for one line, and on a terminal a running count.
build() {
  local preset=$1 directory=$root/build/$1 line pending
  shift
  # A ninja that has nothing to do says so, and then there is nothing to announce.
  pending=$(ninja -C "$directory" -n "$@" 2>/dev/null | tail -n 1) || true
  if [[ $pending == *"no work to do"* ]]; then
    :
  elif [[ -e $directory/.ninja_log ]]; then
    say "building what changed…"
  else
    say "building (first use takes some minutes)…"
  fi
  if ! NINJA_STATUS='[%f/%t] ' ninja -C "$directory" -j "$(build_jobs)" "$@" 2>&1 |
    tee -- "$directory/log" |
    while IFS= read -r line; do
      if [[ -t 2 && $line == \[* ]]; then printf '\r\033[K%.78s' "$line" >&2; fi
    done; then
    if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
    # From the first failure on; the commands before it went well.
    sed -n '/^FAILED: /,$p' -- "$directory/log" | grep . >&2 || tail -n 100 -- "$directory/log" >&2
    fail "the build failed (full log: $directory/log)"
  fi
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}
