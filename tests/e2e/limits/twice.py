#!/usr/bin/env python3
"""twice.py SIGNAL COMMAND: sends it twice; the command must end at once, as interrupted programs do."""
import signal
import subprocess
import sys
import time

ending = signal.Signals[sys.argv[1]]
process = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
time.sleep(1.5)
process.send_signal(ending)
time.sleep(0.1)
begin = time.monotonic()
process.send_signal(ending)
code = process.wait(30)
if code != 128 + ending or time.monotonic() - begin > 0.5:
    sys.exit(f"exit code {code} after {time.monotonic() - begin:.2f} s")
