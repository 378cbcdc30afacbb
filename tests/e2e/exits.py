#!/usr/bin/env python3
"""exits.py CODE COMMAND...: runs the command, passes its outputs on as one, and fails unless it
ends with that exit code (-N for signal N)."""
import subprocess
import sys

code, command = int(sys.argv[1]), sys.argv[2:]
done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                      stderr=subprocess.STDOUT, check=False)
sys.stdout.buffer.write(done.stdout)
sys.stdout.flush()
if done.returncode != code:
    sys.exit(f"exit code {done.returncode} instead of {code}: {' '.join(command)}\n"
             + done.stdout.decode(errors="replace"))
