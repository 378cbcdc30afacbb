#!/usr/bin/env python3
"""agree.py HEDDLE ROOT MAN-DIRECTORY: --help, the man pages and the guide know the same options."""
import re
import subprocess
import sys
from pathlib import Path

OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
# Where the options of a command stand, if not in the page of its name; and those that many have.
PAGES = {"": ["index", "install"], "check": ["check", "strategies"], "view": ["page"], "init": ["config"], "completion": ["install"],
         "diff": ["diff", "diff-confirm"]}
SHARED = ["index", "inspect", "config"]
# Of the launcher, the tests, and other programs that the guide speaks of.
OTHERS = {"--install", "--prefix", "--user", "--git", "-G", "-fno-sanitize-recover"}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def help_options(text):
    """What stands at the beginning of a line of --help, before its explanation."""
    found = set()
    for line in text.splitlines():
        row = re.match(r"^  (-.*?)(?:  |$)", line)
        if row:
            found |= set(OPTION.findall(row[1]))
    return found


def man_options(text):
    return {option.replace("\\-", "-") for option in re.findall(r"\\fB((?:\\-)[^\\]*(?:\\-[^\\]*)*)\\fR", text)}


def guide_options(root):
    """Those in code of the guide, apart from compiler flags after --."""
    found = {}
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        spans = re.findall(r"^\$ ((?:\./)?heddle .*)$", text, re.MULTILINE)
        for span in spans + re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
            if span.startswith("-") or re.match(r"(\./)?heddle ", span):
                for option in OPTION.findall(re.split(r" -- ", span)[0]):
                    found.setdefault(option, page.relative_to(root))
    return found


def page_options(root, command):
    found = set()
    for name in [*PAGES.get(command, [command]), *SHARED]:
        text = (root / f"docs/{name}.md").read_text(encoding="utf-8")
        for span in re.findall(r"`([^`\n]+)`", text):
            found |= set(OPTION.findall(span))
    return found


def main():
    heddle, root, manuals = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    commands = re.findall(r"^  ([a-z]+)  +\S", run(heddle, "--help").split("Subcommands:")[1], re.MULTILINE)
    guide, known, problems = guide_options(root), set(), []
    for command in ["", *commands]:
        name = f"heddle-{command}" if command else "heddle"
        options = help_options(run(heddle, *([command] if command else []), "--help"))
        shown = man_options((manuals / f"{name}.1").read_text(encoding="utf-8"))
        problems += [f"{name} --help has {one}, its man page not" for one in sorted(options - shown)]
        problems += [f"the man page of {name} has {one}, --help not" for one in sorted(shown - options)]
        problems += [f"{name} has {one}, its page of the guide not" for one in sorted(options - page_options(root, command))]
        known |= options
    problems += [f"{page} has {one}, which no command knows"
                 for one, page in guide.items() if one.startswith("--") and one not in known | OTHERS]
    print("\n".join(problems) or f"{len(known)} options of {len(commands)} commands agree")
    return 1 if problems or len(commands) < 8 or len(known) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
