#!/usr/bin/env python3
"""Checks every include in src/ against src/rooms.txt: which room may know which.

usage: layering.py [ROOT]
"""
import re
import sys
from pathlib import Path

import project

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
LINKED = re.compile(r"\bheddle_(\w+)")


def read_rooms(path, problems):
    """{room: the rooms it may include}. A room may name only rooms above it, hence no cycles."""
    rooms = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, colon, allowed = line.partition(":")
        name, allowed = name.strip(), allowed.split()
        where = f"{path}:{number}"
        if not colon or not re.fullmatch(r"\w+", name):
            problems.append(f"{where}: expected 'room: the rooms it may include'")
            continue
        if name in rooms:
            problems.append(f"{where}: room '{name}' stands here twice")
        for other in allowed:
            if other not in rooms:
                problems.append(f"{where}: '{name}' names '{other}', which is no room above it")
        rooms[name] = set(allowed) | {name}
    return rooms


def check_include(room, bracket, target, rooms):
    """What is wrong with this include, or nothing."""
    parts = target.split("/")
    if ".." in parts:
        return f"'{target}' leaves its folder: write \"room/file.h\""
    if len(parts) == 1:
        return None  # A neighbour in the same folder, or a system header.
    if parts[0] in rooms:
        if parts[0] not in rooms[room]:
            return f"room '{room}' may not include '{target}'"
        return None
    if bracket == '"':
        return f"'{target}' is in no room of rooms.txt"
    return None


def check(root):
    problems = []
    source = root / "src"
    rooms = read_rooms(source / "rooms.txt", problems)
    for folder in sorted(p for p in source.iterdir() if p.is_dir()):
        room = folder.name
        if room not in rooms:
            problems.append(f"{folder}: no room of that name in rooms.txt")
            continue
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".h", ".cpp", ".c", ".inc", ".def"):
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    found = INCLUDE.match(line)
                    wrong = found and check_include(room, found[1], found[2], rooms)
                    if wrong:
                        problems.append(f"{path}:{number}: {wrong}")
            elif path.name == "CMakeLists.txt":
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    for other in LINKED.findall(line):
                        if other in rooms and other not in rooms[room]:
                            problems.append(f"{path}:{number}: room '{room}' may not link '{other}'")
    return problems


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else project.ROOT
    problems = check(root)
    print("\n".join(problems) or "every include is allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
