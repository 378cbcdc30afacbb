"""Programs with a size in the spirit of paper 004's table 2, and searches of them by processor time."""
import json
import os
import resource
import signal
import subprocess
import tempfile
from pathlib import Path

from rates import Failed

EXHAUSTIVE, DPOR, GUIDED = "exhaustive", "dpor", "assertion-guided"
# The paper checks assertions alone.
COMMON = ["--property", "assertion", "--all"]
STRATEGIES = {
    EXHAUSTIVE: ["--strategy", "exhaustive"],
    DPOR: ["--strategy", "dpor"],
    GUIDED: ["--strategy", "assertion-guided"],
}


def used_by(process):
    """Processor seconds of a process so far; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait(process, limit):
    """Interrupts a search that has used its processor seconds: it then says what it knows."""
    while limit:
        try:
            process.wait(min(limit, 0.2))
            return
        except subprocess.TimeoutExpired:
            if used_by(process) >= limit:
                process.send_signal(signal.SIGINT)
                return


class Process:
    """What one run of heddle said, and the processor seconds that it used. A limit is one of those,
    for time on the clock says little where the machine is busy; an hour on the clock ends it anyway."""

    def __init__(self, heddle, source, options, flags, limit=None):
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch) / "result.json"
            command = [str(heddle), "check", str(source), *options, "--time", "3600", "--quiet", "--out", scratch,
                       "--json", str(out), "--", *flags]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True) as process:
                wait(process, limit)
                errors = process.communicate()[1]
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                self.result = json.loads(out.read_text())
            except (OSError, json.JSONDecodeError):
                raise Failed(f"'{' '.join(command)}' ends with {process.returncode}: {errors.strip()}") from None
        self.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def loading_seconds(heddle, scratch):
    """Processor time of a search that has nothing to do, clang included."""
    source = scratch / "nothing.c"
    source.write_text("int main(void) { return 0; }\n")
    return min(Process(heddle, source, COMMON, []).seconds for _ in range(5))


def findings(result):
    """What was found, and where."""
    return sorted({(one["kind"], tuple(sorted((at["line"], at["column"]) for at in one["locations"])))
                   for one in result["findings"]})


def search(heddle, source, flags, strategy, limit, loading):
    process = Process(heddle, source, [*STRATEGIES[strategy], *COMMON], flags, limit)
    result, stats = process.result, process.result["stats"]
    return {"verdict": result["verdict"], "complete": not result["incomplete"], "findings": findings(result),
            "executions": stats["executions"] + stats["blocked"], "pruned": stats["pruned"],
            "seconds": max(process.seconds - loading, 0.001)}


def agree(name, runs):
    """Complete searches tell the same; a search that was cut off tells nothing more than they do."""
    complete = {strategy: run for strategy, run in runs.items() if run["complete"]}
    told = {(run["verdict"], tuple(run["findings"])) for run in complete.values()}
    if len(told) > 1:
        raise Failed(f"{name}: the strategies disagree: " +
                     "; ".join(f"{strategy}: {run['verdict']} {run['findings']}" for strategy, run in complete.items()))
    for strategy, run in runs.items():
        for other, whole in complete.items():
            if set(run["findings"]) - set(whole["findings"]):
                raise Failed(f"{name}: {strategy} finds {run['findings']}, {other} only {whole['findings']}")
