# How the end-to-end tests run: which files are tests, and what the words in RUN lines stand for.
import os

import lit.formats

config.name = "heddle"
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".c", ".cpp", ".ll"]
config.excludes = ["Inputs"]

site_config = lit_config.params.get("site_config")
if site_config is None:
    lit_config.fatal("run the tests through the `lit` script of a build directory, or ctest")
lit_config.load_config(config, site_config)

heddle = config.heddle
bugs = os.path.join(config.test_source_root, "bugs", "expect.py")
same = os.path.join(config.source_root, "tests", "semantics", "same.py")
config.substitutions += [
    ("%heddle", heddle),
    ("%expect", f"python3 {bugs} {heddle}"),
    ("%same", f"python3 {same} {heddle}"),
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
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "XDG_RUNTIME_DIR", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if config.sanitized:
    config.available_features.add("sanitized")
if os.geteuid() == 0:
    config.available_features.add("root")
