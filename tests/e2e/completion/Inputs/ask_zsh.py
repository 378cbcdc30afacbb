#!/usr/bin/env python3
"""ask_zsh.py SCRIPT LINE: the line as zsh completes it, or what it lists. It runs on a terminal of its own."""
import os
import pty
import re
import select
import sys
import time

SETUP = """PS1='> '; unsetopt zle_bracketed_paste beep; zstyle ':completion:*' list-prompt ''
autoload -Uz compinit && compinit -u -D && source {} && print -r READY-NOW
"""


def read_until(terminal, wanted, seconds):
    seen, end = "", time.monotonic() + seconds
    while not re.search(wanted, seen) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
    return seen


def main():
    script, line = sys.argv[1:]
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", COLUMNS="200")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    os.write(terminal, SETUP.format(script).encode())
    if "READY-NOW" not in read_until(terminal, r"\nREADY-NOW", 60):
        sys.exit("zsh did not start")
    read_until(terminal, "> $", 5)
    # The mark comes after all that the completion prints: Ctrl-U takes the line away.
    os.write(terminal, line.encode() + b"\t")
    time.sleep(0.5)
    os.write(terminal, b"\x15print -r DONE-NOW\n")
    print(read_until(terminal, r"\nDONE-NOW", 60).replace("\r", ""))
    os.write(terminal, b"exit\n")
    os.close(terminal)


if __name__ == "__main__":
    main()
