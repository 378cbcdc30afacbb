"""Waits until a file is gone: gone.py FILE."""
import os
import sys
import time

for _ in range(200):
    if not os.path.exists(sys.argv[1]):
        sys.exit(0)
    time.sleep(0.05)
sys.exit(f"{sys.argv[1]} is still there")
