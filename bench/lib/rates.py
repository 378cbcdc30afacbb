"""Instruction rates of `heddle run` beside `lli-19 -force-interpreter`, on the same bitcode."""
import os
import re
import subprocess
import sys

TARGET = 10.0  # Times the rate of lli.
AIM = 15.0
# Those of src/frontend/compile.cpp that shape code. Without contraction, because lli's interpreter
# has no fused multiply-add.
CLANG = ["clang-19", "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-Xclang", "-fsanitize-address-use-after-scope",
         "-ffp-contract=off", "-emit-llvm", "-c"]
OPT = ["opt-19", "-passes=mem2reg"]
LLI = ["lli-19", "-force-interpreter"]


class Failed(Exception):
    pass


def run(command, codes=(0,)):
    """(output, errors, processor seconds). The machine may be busy: time on the clock says little."""
    before = os.times()
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, stdin=subprocess.DEVNULL)
    after = os.times()
    if done.returncode not in codes:
        raise Failed(f"'{' '.join(map(str, command))}' ended with {done.returncode}:\n{done.stderr}")
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return done.stdout, done.stderr, used


def compile_program(source, scratch):
    plain, promoted = scratch / f"{source.stem}.0.bc", scratch / f"{source.stem}.bc"
    run([*CLANG, source, "-o", plain])
    run([*OPT, plain, "-o", promoted])
    return promoted


def run_heddle(heddle, bitcode):
    """(output, instructions, processor seconds of the run itself)."""
    output, errors, _ = run([heddle, "run", "--stats", bitcode])
    instructions = re.search(r"^instructions: (\d+)$", errors, re.MULTILINE)
    seconds = re.search(r"^processor seconds: ([\d.]+)$", errors, re.MULTILINE)
    if not instructions or not seconds:
        raise Failed(f"'heddle run --stats {bitcode}' prints no figures:\n{errors}")
    return output, int(instructions[1]), float(seconds[1])


def loading_seconds(scratch, repeat):
    """What lli needs before it runs anything; Heddle's own figure leaves its loading out too."""
    source = scratch / "nothing.c"
    source.write_text("int main(void) { return 0; }\n")
    bitcode = compile_program(source, scratch)
    return min(run([*LLI, bitcode])[2] for _ in range(repeat))


def measure_one(source, heddle, repeat, loading, scratch):
    bitcode = compile_program(source, scratch)
    lli_seconds, heddle_seconds = [], []
    for _ in range(repeat):  # In turns, so that a busy moment hits both.
        expected, _, used = run([*LLI, bitcode])
        lli_seconds.append(used - loading)
        output, instructions, used = run_heddle(heddle, bitcode)
        heddle_seconds.append(used)
        if output != expected:
            raise Failed(f"{source.name}: heddle prints {output!r}, lli {expected!r}")
    lli, own = min(lli_seconds), min(heddle_seconds)
    ratio = lli / own
    return {
        "program": source.stem,
        "instructions": instructions,
        "lli_seconds": round(lli, 3),
        "heddle_seconds": round(own, 4),
        "lli_mips": round(instructions / lli / 1e6, 1),
        "heddle_mips": round(instructions / own / 1e6, 1),
        "ratio": round(ratio, 2),
        "target": TARGET,
        "aim": AIM,
        "met": ratio >= TARGET,
        "aim_met": ratio >= AIM,
    }


def measure(sources, only, heddle, repeat, scratch):
    unknown = set(only) - {source.stem for source in sources}
    if unknown:
        raise Failed(f"no program of bench/programs/vm is called {', '.join(sorted(unknown))}")
    if not heddle.exists():
        raise Failed(f"{heddle} is missing: build it first (cmake --preset release; ninja -C build/release)")
    loading = loading_seconds(scratch, repeat)
    results = []
    for source in sources:
        if not only or source.stem in only:
            print(f"measuring {source.stem}…", file=sys.stderr)
            results.append(measure_one(source, heddle, repeat, loading, scratch))
    return results
