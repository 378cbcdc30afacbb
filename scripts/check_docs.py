#!/usr/bin/env python3
"""Checks README.md and docs/: links resolve, and commands print what the page says they print.

usage: check_docs.py [TOOL-DIRECTORY [--update]]
       without the directory, only links are checked;
       --update writes what the commands print into the pages

A ```console fence that starts with `$ heddle` or `$ ./heddle` is run from the top of the tree with
TOOL-DIRECTORY first on PATH. It must print the lines that the page shows; a line `…` stands for any
number of lines. Times and sizes may differ. The exit code
must be 0, or what the fence says: ```console exit=1.

Commands of other fences (```sh, ```yaml, or no language) are run in a directory that has the files they
name, and so are those within sentences, with a program where none is named. They must not be called wrong:
any exit code but 2.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import namedtuple

import project

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```console(?: exit=(\d+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
RUNNABLE = re.compile(r"\$ (\./)?heddle\b")
# What differs from machine to machine and run to run.
VARYING = re.compile(r"\d+(\.\d+)? ?(s|ms|MB)\b")

FENCES = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CALL = re.compile(r"^\s*(?:\$ )?(?:\./)?(heddle [a-z].*?)(?:\s{3,}\S.*|\s+#.*|\s*\|\|)?$", re.MULTILINE)
# What stands in a page for something of the reader's.
STAND_INS = {"OLD": "old.c", "NEW": "new.c", "FILES": "prog.c", "REV": "HEAD", "TEST": "heddle-out/assertion-account.c-20.heddle",
             "[-- FLAGS]": ""}

SPAN = re.compile(r"`(?:\./)?(heddle [a-z][^`\n]*)`")
# What such a command within a sentence is about, where it does not say.
SUBJECTS = {"check": "prog.c", "reach": "prog.c --target prog.c:9", "pairs": "prog.c", "defuse": "prog.c --fresh", "diff": "old.c new.c",
            "replay": STAND_INS["TEST"], "view": STAND_INS["TEST"], "run": "prog.c", "inspect": "prog.c",
            "query": "heddle-out/defuse.db reads of balance"}
PLACES = {"--strategy NAME": "--strategy dpor", "--witness FILE": "--witness out.yml", "--html FILE": "--html out.html",
          "--models DIR": "--models my-models", "DIR": "out", "DB QUESTION": SUBJECTS["query"], "FILE": STAND_INS["TEST"],
          "TEST": STAND_INS["TEST"]}

Command = namedtuple("Command", "line expected exit_code")


def pages():
    return [p for p in project.files() if p.suffix == ".md" and (len(p.parts) == 1 or p.parts[0] == "docs")]


def anchors(text):
    headings = re.findall(r"^#+ (.+)$", ANY_FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings}


def check_links(page, text, root):
    problems = []
    for target in LINK.findall(ANY_FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (root / page).parent / name if name else root / page
        if not path.exists():
            problems.append(f"{page}: link to {target}, which is not there")
        elif page.parts[0] == "docs" and not path.resolve().is_relative_to(root / "docs"):
            problems.append(f"{page}: link to {target} leaves docs/, which is all that mkdocs publishes")
        elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text()):
            problems.append(f"{page}: {target} names a heading that is not there")
    return problems


def check_navigation(root):
    named = set(re.findall(r":\s*(\S+\.md)\s*$", (root / "mkdocs.yml").read_text(), re.MULTILINE))
    there = {str(p.relative_to(root / "docs")) for p in (root / "docs").rglob("*.md")}
    return ([f"mkdocs.yml: docs/{name} is not there" for name in sorted(named - there)] +
            [f"mkdocs.yml: docs/{name} is not in the navigation" for name in sorted(there - named)])


def commands(text):
    """The commands of the runnable fences, each with the lines that follow it."""
    found = []
    for exit_code, body in FENCE.findall(text):
        if not RUNNABLE.match(body):
            continue
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            line, _, expected = part.partition("\n")
            found.append(Command(line, expected.splitlines(), int(exit_code or 0)))
    return found


def normal(line):
    return VARYING.sub("<figure>", " ".join(line.split()))


def mismatch(expected, actual):
    """The first expected line that is not where it should be, or None."""
    actual = [normal(line) for line in actual if line.strip()]
    blocks = [[]]
    for line in filter(None, map(normal, expected)):
        if line == "…":
            blocks.append([])
        else:
            blocks[-1].append(line)
    at = 0
    for number, block in enumerate(blocks):
        last = number == len(blocks) - 1
        # Without dots before it a block stands where the one before ended; a closing one at the end.
        starts = [at] if number == 0 else [len(actual) - len(block)] if last and block else range(at, len(actual))
        fitting = [s for s in starts if s >= at and actual[s:s + len(block)] == block]
        if not fitting and block:
            near = actual[at:at + len(block)]
            return next((b for b, a in zip(block, near) if b != a), block[-1]) if number == 0 else block[0]
        at = fitting[0] + len(block) if fitting else len(actual)
    return f"(the output ends before: {actual[at]})" if len(blocks) == 1 and at < len(actual) else None


def run(command, root, tools):
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", NO_COLOR="1", COLUMNS="100")
    done = subprocess.run(["bash", "-c", command.line], cwd=root, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # A source file that was just changed: what the launcher says then is no part of the answer.
    done.stdout = re.sub(r"^heddle: (building|waiting) .*\n", "", done.stdout, flags=re.MULTILINE)
    return done


def check_command(page, command, root, tools):
    done = run(command, root, tools)
    if done.returncode != command.exit_code:
        return [f"{page}: '$ {command.line}' exits with {done.returncode}, not {command.exit_code}:\n{done.stdout}"]
    missing = mismatch(command.expected, done.stdout.splitlines())
    if missing is not None:
        return [f"{page}: '$ {command.line}' does not print: {missing}\nit prints:\n{done.stdout}"]
    return []


def other_calls(text):
    """Commands that are shown without what they print, with something in place of what is the reader's."""
    found = []
    for language, body in FENCES.findall(text):
        for call in CALL.findall(body) if language in ("", "sh", "yaml") else []:
            for name, value in STAND_INS.items():
                call = re.sub(rf"(?<![\w./]){re.escape(name)}(?![\w./])", value, call)
            found.append(call)
    return found


def calls_in_sentences(text):
    found = []
    for call in SPAN.findall(ANY_FENCE.sub("", text)):
        call = call.partition(" \\|")[0]  # What another program makes of it is not ours.
        if "…" in call or "--gdb" in call:
            continue  # Something of the reader's, and somebody who types.
        for name, value in PLACES.items():
            call = re.sub(rf"(?<![\w./]){re.escape(name)}(?![\w./])", lambda _, value=value: value, call)
        name = call.split()[1]
        is_whole = "--help" in call or any(re.search(r"\.(c|heddle|db)\b", word) for word in call.split())
        flags = call.partition(" -- ")
        found.append(call if is_whole else f"{flags[0]} {SUBJECTS.get(name, '')}".strip() + "".join(flags[1:]))
    return [call + " --no-open" if call.startswith("heddle view") else call for call in found]


def scratch_tree(directory, root, tools):
    """The files that such commands name: small programs, a repository, a test, models, a database."""
    for name, example in [("prog.c", "account.c"), ("old.c", "account.c"), ("new.c", "account.c"), ("examples/account.c", "account.c"),
                          ("server.c", "tutorial/queue-mended.c"), ("tests/queue.c", "tutorial/queue-mended.c")]:
        path = directory / name
        path.parent.mkdir(exist_ok=True)
        path.write_text((root / "examples" / example).read_text())
    (directory / "examples/diff").mkdir()
    for path in (root / "examples/diff").glob("*.c"):
        (directory / "examples/diff" / path.name).write_text(path.read_text())
    for name, example in [("main.c", "main.c"), ("test.c", "main.c"), ("queue.c", "queue.c"), ("src/queue.c", "../tutorial/queue-mended.c"),
                          ("queue.h", "queue.h")]:
        (directory / name).parent.mkdir(exist_ok=True)
        (directory / name).write_text((root / "examples/two-files" / example).read_text())
    (directory / "my-models").mkdir()
    (directory / "my-models/nothing.c").write_text("int heddle_docs_nothing(void) { return 0; }\n")
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", GIT_CONFIG_GLOBAL="/dev/null")
    quiet = {"cwd": directory, "env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    for line in ["git init -q . && git add . && git -c user.name=x -c user.email=x@x.invalid commit -qm x",
                 "heddle check examples/account.c", "heddle defuse prog.c"]:
        subprocess.run(["bash", "-c", line], check=False, **quiet)


def check_other_calls(page, text, directory, tools, known):
    problems = []
    for call in other_calls(text) + calls_in_sentences(text):
        if call in known:
            continue
        known.add(call)
        done = run(Command(call, [], 0), directory, tools)
        if done.returncode not in (0, 1, 3):
            problems.append(f"{page}: '{call}' exits with {done.returncode}:\n{done.stdout}")
    return problems


def updated(text, root, tools):
    """The page with what its commands print now; where it leaves lines out, it stays as it is."""
    for command in commands(text):
        if "…" in (line.strip() for line in command.expected):
            continue
        done = run(command, root, tools)
        old = "\n".join([f"$ {command.line}", *command.expected]) + "\n"
        text = text.replace(old, f"$ {command.line}\n{done.stdout}", 1)
    return text


def main():
    root, problems, count, known = project.ROOT, check_navigation(project.ROOT), 0, set()
    if "--update" in sys.argv[2:]:
        for page in pages():
            old = (root / page).read_text()
            (root / page).write_text(updated(old, root, os.path.abspath(sys.argv[1])))
    tools = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        if tools:
            scratch_tree(directory, root, tools)
        for page in pages():
            text = (root / page).read_text()
            problems += check_links(page, text, root)
            if not tools:
                continue
            for command in commands(text):
                count += 1
                problems += check_command(page, command, root, tools)
            if page.parts[0] == "docs" or page.name == "README.md":
                problems += check_other_calls(page, text, directory, tools, known)
    print("\n".join(problems) or f"links resolve, {count + len(known)} commands do what the pages say")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
