#!/usr/bin/env python3
"""twice.py COMMAND: sends SIGINT twice; the command must end at once, as interrupted programs do."""
import signal
import subprocess
import sys
import time

process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
time.sleep(1.5)
process.send_signal(signal.SIGINT)
time.sleep(0.1)
begin = time.monotonic()
process.send_signal(signal.SIGINT)
code = process.wait(30)
if code != 130 or time.monotonic() - begin > 0.5:
    sys.exit(f"exit code {code} after {time.monotonic() - begin:.2f} s")
