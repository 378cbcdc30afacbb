"""killed.py HEDDLE PROGRAM DIRECTORY: kills `heddle defuse` as soon as its database has some pairs, several times,
lets it come to its end then, and compares what it says with what a run says that nobody killed."""
import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

heddle, program, directory = sys.argv[1], sys.argv[2], Path(sys.argv[3])


def command(out):
    return [heddle, "defuse", program, "--quiet", "--json", "-", "--out", str(out)]


def seen(database):
    """Tests by the lines of pairs, of what is in the database; none while it is being made."""
    if not database.exists():
        return {}
    try:
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            return dict(connection.execute("SELECT coalesce(write_line, '') || '>' || read_line, test FROM flows "
                                           "WHERE test <> ''"))
    except sqlite3.OperationalError:
        return {}


def kill_after(pairs, out):
    """Kills a run once so many pairs are known. False if it came to its end before."""
    run = subprocess.Popen(command(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while run.poll() is None:
        if len(seen(out / "defuse.db")) >= pairs:
            run.send_signal(signal.SIGKILL)
            run.wait()
            return True
        time.sleep(0.005)
    return False


def statuses(result):
    """What is possible and what is not, whatever showed it."""
    return sorted((pair["variable"], json.dumps(pair["write"]), json.dumps(pair["read"]),
                   pair["status"] in ("observed", "inferred"), pair["status"] == "open") for pair in result["pairs"])


def run_to_end(out):
    done = subprocess.run(command(out), stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


whole = run_to_end(directory / "whole")
killed = 0
for pairs in (1, 10, 40, 80):
    killed += kill_after(pairs, directory / "killed")
    kept = seen(directory / "killed" / "defuse.db")
    for test in kept.values():
        assert Path(test).exists(), f"the test {test} of a pair that is kept is not there"
assert killed >= 2, f"killed {killed} times only"
rest = run_to_end(directory / "killed")
assert statuses(whole) == statuses(rest), "what was interrupted says something else in the end"
for key, test in kept.items():
    assert seen(directory / "killed" / "defuse.db").get(key) == test, f"the test of {key} was looked for again"
print(f"killed {killed} times")
