#!/usr/bin/env python3
"""clang-tidy over the sources that changed since the last release, and the headers that did.

usage: tidy.py BUILD-DIRECTORY [--all]

The static analyzer takes as long as all other checks together: it runs with --all (./test --long).

What is clean is remembered by content (the source, the project headers it includes, the command,
the checks), beside ccache and not in the build directory, so that a new clone does not start anew.
"""
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import project

ROOT = project.ROOT
TIDY = "clang-tidy-19"
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heddle-tidy"


def git(*arguments):
    try:
        return project.git(*arguments).strip()
    except subprocess.CalledProcessError:
        return None


def base_commit():
    """The commit to compare with: the last release, else where this left origin/main.

    A release is a tag, or the commit that gave CHANGELOG.md the heading of a version: a clone may
    come without tags. None when there is nothing to compare with.
    """
    head = git("rev-parse", "HEAD")
    tag = git("describe", "--tags", "--match", "v[0-9]*", "--abbrev=0", "HEAD~")
    released = git("log", "--format=%H", "-G", r"^## \[[0-9]", "HEAD~", "--", "CHANGELOG.md") or ""
    for other in [tag, *released.splitlines()[:1], "origin/main"]:
        base = other and git("merge-base", "HEAD", other)
        if base and base != head:
            return base
    return None


def changed_files(base):
    listed = (git("diff", "--name-only", base) or "").splitlines()
    untracked = (git("ls-files", "--others", "--exclude-standard") or "").splitlines()
    return {ROOT / name for name in listed + untracked}


class Includes:
    """The project's own files that a file includes, transitively."""

    def __init__(self):
        self.direct = {}

    def of(self, path):
        if path not in self.direct:
            names = [name.decode() for name in INCLUDE.findall(path.read_bytes())]
            candidates = [folder / name for name in names
                          for folder in (path.parent, ROOT / "src", ROOT / "include", ROOT / "tests")]
            self.direct[path] = {c.resolve() for c in candidates if c.is_file()}
        return self.direct[path]

    def closure(self, path):
        seen, rest = {path}, [path]
        while rest:
            for other in self.of(rest.pop()) - seen:
                seen.add(other)
                rest.append(other)
        return seen


def chosen(sources, changed, includes):
    """The sources that changed, and for each header that did one that shows it."""
    wanted = {path for path in sources if path in changed}
    shown = set().union(*(includes.closure(path) for path in wanted))
    for header in sorted(changed - shown):
        users = [path for path in sources if header in includes.closure(path)]
        # Its own source if it has one: that includes the least besides.
        users.sort(key=lambda path: (path.stem != header.stem, len(includes.closure(path)), path))
        if users and header not in shown:
            wanted.add(users[0])
            shown |= includes.closure(users[0])
    return wanted


def digest(entry, files, version, checks):
    key = hashlib.sha256()
    # Where the clone stands makes no difference.
    command = " ".join(shlex.split(entry["command"])).replace(str(ROOT), "")
    for part in [version, command, (ROOT / ".clang-tidy").read_text(), *checks]:
        key.update(part.encode() + b"\0")
    for path in sorted(files):
        key.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return key.hexdigest()


def run_one(build, checks, path, mark):
    done = subprocess.run([TIDY, "-p", str(build), "--quiet", *checks, str(path)], capture_output=True, text=True)
    if done.returncode == 0:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
        return None
    # Standard error counts the warnings of other people's headers, if there is nothing worse.
    return done.stdout or done.stderr


def main():
    build = Path(sys.argv[1])
    everything = "--all" in sys.argv[2:] or bool(os.environ.get("HEDDLE_LONG"))
    base = None if everything else base_commit()
    changed = changed_files(base) if base else None
    checks = [] if everything else ["--checks=-clang-analyzer-*"]
    version = subprocess.run([TIDY, "--version"], capture_output=True, text=True, check=True).stdout

    includes, work, known, entries = Includes(), [], 0, {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = Path(entry["file"]).resolve()
        if path.is_relative_to(ROOT) and not path.is_relative_to(build.resolve()):  # Else generated, and of no style.
            entries[path] = entry
    wanted = set(entries) if changed is None else chosen(entries, changed, includes)
    for path in sorted(wanted):
        # Who passes with all checks passes with some.
        files = includes.closure(path)
        whole, mark = [CACHE / digest(entries[path], files, version, c) for c in ([], checks)]
        if whole.exists() or mark.exists():
            known += 1
        else:
            work.append((path, mark))

    since = f"changed since {base[:12]}" if base else "all"
    print(f"{len(entries)} sources; {len(work) + known} to look at ({since}), {known} known to be clean", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [c for c in pool.map(lambda item: run_one(build, checks, *item), work) if c is not None]
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
