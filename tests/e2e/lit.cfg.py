# How the end-to-end tests run: which files are tests, and what the words in RUN lines stand for.
import os

import lit.formats

if not hasattr(config, "heddle"):
    lit_config.fatal("name the tests/e2e of a build directory, and pick tests with --filter")

here = os.path.dirname(os.path.abspath(__file__))
config.name = "heddle"
config.test_source_root = here
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".c", ".cpp", ".ll"]
config.excludes = ["Inputs"]

same = os.path.join(config.source_root, "tests", "semantics", "same.py")
config.substitutions += [
    ("%heddle", config.heddle),
    # %exits CODE COMMAND: the command must end with that code; both its outputs go on as one.
    ("%exits", f"python3 {os.path.join(here, 'exits.py')}"),
    ("%expect", f"python3 {os.path.join(here, 'bugs', 'expect.py')} {config.heddle}"),
    ("%ends", f"python3 {os.path.join(here, 'limits', 'ends.py')}"),
    ("%contract", f"python3 {os.path.join(here, 'json', 'contract.py')}"),
    ("%python", "python3"),
    ("%same", f"python3 {same} {config.heddle}"),
    ("%both", f"python3 {os.path.join(here, 'tools', 'Inputs', 'both.py')} {config.heddle} {config.clang}"),
    ("%clangxx", config.clangxx),
    ("%clang", config.clang),
    ("%include", os.path.join(config.source_root, "include")),
    ("%root", config.source_root),
]

config.environment["PATH"] = os.pathsep.join([config.llvm_tools, config.environment["PATH"]])
# A test sees what a pipe sees: no colour, no width of whoever runs it.
config.environment["NO_COLOR"] = "1"
for name in ("COLUMNS", "HEDDLE_TEST", "CLICOLOR_FORCE"):
    config.environment.pop(name, None)
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if config.sanitized:
    config.available_features.add("sanitized")
if os.geteuid() == 0:
    config.available_features.add("root")
