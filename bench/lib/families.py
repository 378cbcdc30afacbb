"""Programs with a size in the spirit of paper 004's table 2, and searches of them by processor time."""
import json
import resource
import subprocess
import tempfile

from rates import Failed

EXHAUSTIVE, DPOR, GUIDED = "exhaustive", "dpor", "assertion-guided"
# The paper checks assertions alone.
COMMON = ["--property", "assertion", "--all"]
STRATEGIES = {
    EXHAUSTIVE: ["--strategy", "exhaustive"],
    DPOR: ["--strategy", "dpor"],
    GUIDED: ["--strategy", "assertion-guided"],
}


class Process:
    """What one run of heddle said, and the processor seconds that it used."""

    def __init__(self, heddle, source, options, flags):
        with tempfile.TemporaryDirectory() as scratch:
            command = [str(heddle), "check", str(source), *options, "--quiet", "--out", scratch, "--json", "-", "--", *flags]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            self.result = json.loads(done.stdout)
        except json.JSONDecodeError:
            raise Failed(f"'{' '.join(command)}' ends with {done.returncode}: {done.stderr.strip()}") from None
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
    process = Process(heddle, source, [*STRATEGIES[strategy], *COMMON, "--time", str(limit)], flags)
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
