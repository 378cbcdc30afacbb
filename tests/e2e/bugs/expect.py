#!/usr/bin/env python3
"""Runs heddle on one seeded-bug program and compares the result with its marks.

usage: expect.py HEDDLE FILE [heddle options]

The comment block at the top of FILE (C or C++) says what is expected:
  // CHECK-FLAGS: OPTIONS      more command line options
  // EXPECT: KIND              this kind must be found (or `safe`, alone)
  // EXPECT-MAYBE: KIND        this kind may be found as well
and marks at the ends of lines say where:
  // BUG: KIND, KIND           a finding of this kind belongs here
  // BUG-MAYBE: KIND           a deadlock or race may list this line too

Exit code 0 when they agree, 1 when not, 2 when FILE is malformed or heddle
cannot be started.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

KINDS = set(
    "assertion abort reach-error deadlock lost-wakeup hang data-race out-of-bounds"
    " use-after-free double-free invalid-free null-pointer invalid-pointer"
    " uninitialised division-by-zero shift overflow leak lock-misuse"
    " thread-misuse uncaught-exception unreachable".split()
)
TIMEOUT = 120


class Malformed(Exception):
    pass


class Spec:
    """What a program's comments say about the result of checking it."""

    def __init__(self, path):
        self.path = path
        self.flags, self.expect, self.maybe = [], [], []
        self.marks, self.maybe_marks = {}, {}  # kind -> set of lines
        with open(path, encoding="utf-8") as source:
            self.lines = source.read().splitlines()
        self._read_header()
        self._read_marks()
        self._validate()

    @property
    def safe(self):
        return self.expect == ["safe"]

    def may_list(self, kind):
        return self.marks.get(kind, set()) | self.maybe_marks.get(kind, set())

    def _read_header(self):
        for line in self.lines:
            if not line.startswith("//"):
                return
            key, _, value = line[2:].strip().partition(":")
            value = value.strip()
            if key == "CHECK-FLAGS":
                self.flags += shlex.split(value)
            elif key == "EXPECT":
                self.expect.append(value)
            elif key == "EXPECT-MAYBE":
                self.maybe.append(value)

    def _read_marks(self):
        for number, line in enumerate(self.lines, 1):
            match = re.search(r"// (BUG|BUG-MAYBE): ([a-z, -]+)$", line)
            if not match:
                if "// BUG" in line:
                    raise Malformed(f"line {number}: cannot read the mark")
                continue
            table = self.marks if match[1] == "BUG" else self.maybe_marks
            for kind in re.split(r",\s*", match[2].strip()):
                table.setdefault(kind, set()).add(number)

    def _validate(self):
        if not self.lines or not self.lines[0].startswith("// RUN:"):
            raise Malformed("line 1 is no RUN line")
        if not self.expect:
            raise Malformed("no EXPECT line")
        if "safe" in self.expect and (self.maybe or not self.safe):
            raise Malformed("EXPECT: safe must stand alone")
        if self.safe and (self.marks or self.maybe_marks):
            raise Malformed("a safe program has BUG marks")
        named = set() if self.safe else set(self.expect + self.maybe)
        for kind in named | set(self.marks) | set(self.maybe_marks):
            if kind not in KINDS:
                raise Malformed(f"unknown kind '{kind}'")
        for kind in named - set(self.marks):
            raise Malformed(f"{kind} is expected but no line is marked")
        for kind in (set(self.marks) | set(self.maybe_marks)) - named:
            raise Malformed(f"{kind} is marked but not expected")
        stem, extension = os.path.splitext(self.path)
        twin = stem + ".fixed" + extension
        if stem.endswith(".fixed"):
            twin = stem[: -len(".fixed")] + extension
        if not os.path.exists(twin):
            raise Malformed(f"its twin {os.path.basename(twin)} is missing")


def run(command):
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return None


def lines_of(finding, spec):
    """The lines of the program a finding names, or None for a foreign file."""
    places = [finding] + (finding.get("locations") or [])
    if finding.get("kind") in ("data-race", "deadlock"):
        places = finding.get("locations") or [finding]
    elif finding.get("kind") not in ("lost-wakeup", "hang"):
        places = [finding]
    name = os.path.basename(spec.path)
    lines = []
    for place in places:
        if os.path.basename(place.get("file") or "") != name:
            return None
        lines.append(place.get("line"))
    return lines


def describe(kind, lines):
    return f"{kind} at {', '.join(map(str, sorted(set(lines)))) or 'no line'}"


def judge_place(finding, spec):
    """Why a finding of an expected kind is in the wrong place, or None."""
    kind, lines = finding["kind"], lines_of(finding, spec)
    if lines is None:
        return f"{kind} is reported in another file: {finding.get('file')}"
    marked, allowed = spec.marks[kind], spec.may_list(kind)
    if kind == "data-race" and len(finding.get("locations") or []) != 2:
        return f"{describe(kind, lines)} does not have two locations"
    if kind in ("data-race", "deadlock"):
        bad = set(lines) - allowed
        if bad:
            return f"{describe(kind, lines)}; not marked: {sorted(bad)}"
        missing = marked - set(lines)
        if kind == "deadlock" and missing:
            return f"{describe(kind, lines)}; blocked too: {sorted(missing)}"
        return None
    if not marked & set(lines):
        return f"{describe(kind, lines)}; marked: {sorted(marked)}"
    return None


def judge_findings(findings, spec):
    """One message for each disagreement between findings and marks."""
    expected = [] if spec.safe else spec.expect
    problems, seen = [], {}
    for finding in findings:
        kind = finding.get("kind")
        lines = lines_of(finding, spec) or []
        if kind not in expected + spec.maybe:
            message = finding.get("message")
            problems.append(f"unexpected: {describe(kind, lines)}: {message}")
            continue
        seen.setdefault(kind, set()).update(lines)
        wrong = judge_place(finding, spec)
        if wrong:
            problems.append("wrong place: " + wrong)
    for kind in expected:
        if kind not in seen:
            problems.append("missing: " + describe(kind, spec.marks[kind]))
        elif kind == "data-race" and spec.marks[kind] - seen[kind]:
            rest = spec.marks[kind] - seen[kind]
            problems.append("missing: " + describe(kind, rest))
    return problems


def judge_result(result, code, spec):
    """One message for each disagreement in exit code, verdict and findings."""
    verdict, want = ("safe", 0) if spec.safe else ("bug", 1)
    problems = []
    if code != want:
        problems.append(f"exit code {code}, expected {want}")
    if result.get("verdict") != verdict:
        found = result.get("verdict")
        problems.append(f"verdict {found}, expected {verdict}")
    if spec.safe and result.get("incomplete"):
        problems.append(f"incomplete: {json.dumps(result['incomplete'])}")
    return problems + judge_findings(result.get("findings") or [], spec)


def judge_tests(heddle, findings, out):
    """One message for each finding whose test file does not reproduce it."""
    problems, tests = [], []
    for finding in findings:
        kind, test = finding.get("kind"), finding.get("test")
        if not test:
            problems.append(f"{kind} at {finding.get('line')} names no test")
            continue
        path = test if os.path.exists(test) else os.path.join(out, test)
        if not os.path.exists(path):
            problems.append(f"{kind}: test file {test} does not exist")
        elif path not in tests:
            tests.append(path)
    for path in tests:
        done = run([heddle, "replay", path])
        if done is None:
            problems.append(f"replay {path}: no end in {TIMEOUT} s")
        elif done.returncode != 1:
            tail = (done.stdout + done.stderr).strip()[-600:]
            problems.append(
                f"replay {path}: exit code {done.returncode}, expected 1\n{tail}"
            )
    return problems


def check(heddle, spec, options):
    """All disagreements, and what heddle printed to explain them."""
    with tempfile.TemporaryDirectory(prefix="heddle-expect-") as out:
        command = [heddle, "check", "--out", out, "--json", "-"]
        # What headers of C++ bring along is too much for trying all interleavings.
        if spec.path.endswith(".c"):
            command += ["--strategy", "exhaustive"]
        cut = spec.flags.index("--") if "--" in spec.flags else len(spec.flags)
        command += spec.flags[:cut] + options + [spec.path] + spec.flags[cut:]
        done = run(command)
        if done is None:
            return [f"no end in {TIMEOUT} s: {shlex.join(command)}"], ""
        try:
            result = json.loads(done.stdout)
        except ValueError as error:
            problem = f"exit code {done.returncode}, no JSON on stdout: {error}"
            return [problem], done.stdout[-600:] + done.stderr
        problems = judge_result(result, done.returncode, spec)
        problems += judge_tests(heddle, result.get("findings") or [], out)
        return problems, done.stderr


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    heddle, path, options = arguments[0], arguments[1], arguments[2:]
    name = os.path.basename(path)
    try:
        spec = Spec(path)
        problems, stderr = check(heddle, spec, options)
    except (OSError, Malformed) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    if not problems:
        print(f"ok {name}")
        return 0
    print(f"FAIL {name}")
    if spec.safe:
        print("  expected: safe")
    for kind in [] if spec.safe else spec.expect:
        print(f"  expected: {describe(kind, spec.marks[kind])}")
    for problem in problems:
        print("  " + problem.replace("\n", "\n    "))
    if stderr.strip():
        print("  stderr: " + stderr.strip()[-1500:].replace("\n", "\n    "))
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
