#!/usr/bin/env python3
"""Writes man pages of heddle and each of its commands.

usage: man_pages.py HEDDLE DIRECTORY

They are made from what `heddle describe` says of the command line, so they say what --help says, and
from the first paragraph and the table of exit codes of the guide.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The page of a command is docs/NAME.md but for these.
PAGES = {"view": "page"}


def plain(markdown):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return text.replace("`", "").replace("**", "")


def roff(text):
    """Text as it is: nothing in it is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def first_paragraph(command):
    page = ROOT / "docs" / f"{PAGES.get(command, command)}.md"
    if not page.exists():
        return ""
    paragraphs = page.read_text(encoding="utf-8").split("\n\n")
    return plain(paragraphs[1]) if not paragraphs[1].startswith(("```", "|")) else ""


def exit_codes():
    rows = re.findall(r"^\| (\d) \| (.*) \|$", (ROOT / "docs/exit-codes.md").read_text(encoding="utf-8"), re.MULTILINE)
    return [(code, plain(meaning)) for code, meaning in rows]


def date():
    """Of the last release, so that the same tree gives the same pages."""
    return re.search(r"^## \[\d.*?\] - (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[1]


def term(option):
    value = f" \\fI{roff(option['argument'])}\\fR" if option["argument"] else ""
    return ", ".join(f"\\fB{roff(name)}\\fR" for name in option["names"]) + value


def options(rows):
    for option in rows:
        yield f".TP\n{term(option)}\n{roff(option['help'])}"


def synopsis(command):
    words = command["usage"].removeprefix("usage: ").strip().split()
    shown = [f"\\fB{roff(w)}\\fR" if w == "heddle" or w == command["name"] else roff(w) for w in words]
    return " ".join(shown)


def footer(text):
    """Kept line by line, as --help prints it."""
    return [".PP", ".nf", roff(text.strip("\n")), ".fi"] if text else []


def page(command, version, others):
    name = f"heddle-{command['name']}" if command["name"] else "heddle"
    lines = [f'.TH "{roff(name.upper())}" "1" "{date()}" "heddle {version}" "heddle"',
             ".SH NAME", f"{roff(name)} \\- {roff(plain(command['help'][0].lower() + command['help'][1:].rstrip('.')))}",
             ".SH SYNOPSIS", synopsis(command)]
    told = first_paragraph(command["name"]) if command["name"] else first_paragraph("index")
    if told:
        lines += [".SH DESCRIPTION", roff(told)]
    if not command["name"]:
        lines += [".SH COMMANDS"]
        lines += [f".TP\n\\fBheddle\\-{other['name']}\\fR(1)\n{roff(other['help'])}" for other in others]
    places = [one for one in command["options"] if not one["names"][0].startswith("-")]
    named = [one for one in command["options"] if one["names"][0].startswith("-")]
    if places:
        lines += [".SH ARGUMENTS", *options(places)]
    lines += [".SH OPTIONS", *options(named), *footer(command["footer"])]
    lines += [".SH EXIT STATUS"]
    lines += [f".TP\n{code}\n{roff(meaning)}" for code, meaning in exit_codes()]
    lines += [".SH SEE ALSO"]
    see = [f"\\fB{roff(other)}\\fR(1)" for other in
           (["heddle"] if command["name"] else [f"heddle-{one['name']}" for one in others])]
    lines += [",\n".join(see)]
    return "\n".join(lines) + "\n"


def main():
    heddle, directory = sys.argv[1], Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    root, *commands = json.loads(subprocess.run([heddle, "describe"], check=True, capture_output=True).stdout)
    said = subprocess.run([heddle, "--version"], check=True, capture_output=True, text=True).stdout
    for command in (root, *commands):
        name = f"heddle-{command['name']}.1" if command["name"] else "heddle.1"
        (directory / name).write_text(page(command, said.split()[1], commands), encoding="utf-8")


if __name__ == "__main__":
    main()
