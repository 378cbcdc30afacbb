#!/usr/bin/env python3
"""terminal.py COLUMNS COMMAND: runs a search on a terminal of that width and looks at its progress line.

It is drawn again and again in one place, has all figures that fit, and is gone when the report
comes.
"""
import fcntl
import os
import pty
import re
import struct
import sys
import termios

WIPE = "\r\x1b[K"
NUMBER = r"\d+(?:\.\d)?(?: [kMGT])?"
FULL = re.compile(rf"{NUMBER} executions, {NUMBER}/s, {NUMBER} states, {NUMBER} pruned, depth {NUMBER}, "
                  r"\d+ s left")
SHORT = re.compile(rf"{NUMBER} executions(, {NUMBER}/s)?, \d+ s left")


def output_of(command, columns):
    pid, terminal = pty.fork()
    if pid == 0:
        environment = {**os.environ, "TERM": "xterm"}
        environment.pop("COLUMNS", None)
        os.execvpe(command[0], command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    text = b""
    try:
        while part := os.read(terminal, 65536):
            text += part
    except OSError:  # How a terminal says that everybody has left.
        pass
    os.waitpid(pid, 0)
    return text.decode()


def problems(text, columns):
    before, *drawn = text.split(WIPE)
    if before:
        yield f"something stands before the first line: {before!r}"
    if len(drawn) < 4:
        yield f"{len(drawn)} lines in two seconds: {text!r}"
        return
    *lines, report = drawn
    for line in lines:
        if len(line) >= columns:
            yield f"{len(line)} columns: {line!r}"
        if not (FULL if columns >= 80 else SHORT).fullmatch(line):
            yield f"not a progress line: {line!r}"
    if len(set(lines)) < 2:
        yield f"nothing moves: {lines[0]!r}"
    if "unknown: " not in report or not report.startswith("incomplete: time"):
        yield f"no report after the line is gone: {report!r}"


def main():
    columns = int(sys.argv[1])
    found = list(problems(output_of(sys.argv[2:], columns), columns))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
