"""./heddle: installs, builds and runs when it should, with stand-ins for what takes long."""
import os
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

# Each stand-in notes that it was called.
STAND_INS = {
    "dpkg-query": 'for p in "$@"; do case $p in there*) echo "installed $p";; esac; done\n'
                  'case "$*" in *Provides*) echo "installed, ${PROVIDES:-},";; esac',
    "apt-get": 'echo "apt-get $*" >>"$CALLS"; exit "${APT_FAILS:-0}"',
    "cmake": 'echo "cmake $*" >>"$CALLS"; mkdir -p build/release; touch build/release/build.ninja\n'
             'echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/release/CMakeCache.txt',
    "ninja": 'case "$*" in *" -n "*) exit;; esac\n'
             'echo "ninja" >>"$CALLS"; [[ -z ${NINJA_FAILS:-} ]] || { echo "FAILED: it"; exit 1; }\n'
             'mkdir -p "$2/src/cli"; cp "$TOOL" "$2/src/cli/heddle"; sleep 0.2',
}
TOOL = 'printf "[%s]" "$PWD" "$@"; cat; exit 3'


class Launcher(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.base = Path(self.folder.name)
        self.base.chmod(0o777)
        self.tree = self.base / "a tree"
        for name in ["heddle", "scripts/setup.sh"]:
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, self.tree / name)
        for name in ["CMakeLists.txt", "CMakePresets.json", "scripts/embed.py", "src/a.cpp", "src/sub/b.cpp"]:
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / name).touch()
        self.packages("build there1\ntest missing1\n")
        (self.base / "bin").mkdir()
        for name, body in {**STAND_INS, "the-tool": TOOL}.items():
            path = self.base / "bin" / name
            path.write_text(f"#!/usr/bin/env bash\n{body}\n")
            path.chmod(0o755)
        self.calls_file = self.base / "calls"

    def packages(self, text):
        (self.tree / "scripts/packages.txt").write_text(text)

    def command(self, arguments, **variables):
        environment = {**os.environ, "PATH": f"{self.base}/bin:{os.environ['PATH']}",
                       "CALLS": str(self.calls_file), "TOOL": f"{self.base}/bin/the-tool", **variables}
        return dict(args=arguments, cwd="/", env=environment, text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_heddle(self, *arguments, **variables):
        command = self.command([str(self.tree / "heddle"), *arguments], **variables)
        return subprocess.run(**{k: v for k, v in command.items() if k != "stdin"}, input="in")

    def calls(self):
        text = self.calls_file.read_text() if self.calls_file.exists() else ""
        self.calls_file.unlink(missing_ok=True)
        return text.splitlines()

    def test_reports_show_commands_as_they_are_typed(self):
        tool = self.base / "bin" / "the-tool"
        tool.write_text('#!/usr/bin/env bash\necho "called ${HEDDLE_CALLED_AS:-by its name}"\n')
        # Without those who run the tests having one on their path.
        path = ":".join(one for one in os.environ["PATH"].split(":") if not (Path(one) / "heddle").exists())
        self.assertIn(f"called {self.tree / 'heddle'}", self.run_heddle(PATH=f"{self.base}/bin:{path}").stdout)
        (self.base / "bin" / "heddle").symlink_to(self.tree / "heddle")
        self.assertIn("called by its name", self.run_heddle(PATH=f"{self.base}/bin:{path}").stdout)

    def test_builds_once_then_only_runs(self):
        first = self.run_heddle("inspect", "x y", "", "*")
        self.assertEqual((first.returncode, first.stdout), (3, "[/][inspect][x y][][*]in"))
        self.assertIn("heddle: building (first use takes some minutes)", first.stderr)
        self.assertEqual(self.calls(), ["cmake --preset release", "ninja"])
        second = self.run_heddle("again")
        self.assertEqual((second.stdout, second.stderr), ("[/][again]in", ""))
        self.assertEqual(self.calls(), [])

    def test_through_a_symbolic_link(self):
        (self.base / "link").symlink_to(self.tree / "heddle")
        command = self.command([str(self.base / "link"), "a"])
        done = subprocess.run(**{**command, "stdin": subprocess.DEVNULL})
        self.assertEqual((done.returncode, done.stdout), (3, "[/][a]"))

    def test_changed_added_and_removed_files_rebuild(self):
        changes = [lambda: (self.tree / "src/a.cpp").write_text("x"),
                   lambda: (self.tree / "src/sub/new.cpp").touch(),
                   lambda: (self.tree / "src/sub/b.cpp").unlink(),
                   lambda: (self.tree / "CMakeLists.txt").touch()]
        self.run_heddle()
        for number, change in enumerate(changes):
            self.calls()
            time.sleep(0.02)
            change()
            self.run_heddle()
            self.assertEqual(self.calls(), ["ninja"], number)

    def test_failed_build_shows_the_log_and_is_tried_again(self):
        failed = self.run_heddle(NINJA_FAILS="1")
        self.assertEqual(failed.returncode, 2)
        self.assertIn("FAILED: it", failed.stderr)
        self.assertEqual(self.run_heddle().returncode, 3)

    def test_two_first_uses_at_once_build_once(self):
        command = self.command([str(self.tree / "heddle")])
        running = [subprocess.Popen(**command) for _ in range(2)]
        for process in running:
            process.communicate("")
            self.assertEqual(process.returncode, 3)
        self.assertEqual(self.calls().count("ninja"), 1)

    @unittest.skipIf(os.geteuid() != 0, "only root installs packages")
    def test_installs_only_what_is_missing_of_its_group(self):
        self.packages("build there1\nbuild missing1\nbuild missing2\ntest missing3\n")
        done = self.run_heddle()
        self.assertEqual(done.returncode, 3)
        self.assertIn("heddle: installing Debian packages: missing1 missing2\n", done.stderr)
        update, install, *_ = self.calls()
        self.assertTrue(update.endswith(" update"), update)
        self.assertTrue(install.endswith("install -y --no-install-recommends missing1 missing2"), install)

    def test_what_another_package_provides_is_not_installed(self):
        self.packages("build there1\nbuild missing1\nbuild missing2\n")
        done = self.run_heddle(PROVIDES="other, missing1, missing2 (= 1.0)")
        self.assertEqual(done.returncode, 3)
        self.assertNotIn("installing", done.stderr)

    @unittest.skipIf(os.geteuid() != 0, "only root installs packages")
    def test_failed_installation(self):
        self.packages("build missing1\n")
        self.assertEqual(self.run_heddle(APT_FAILS="100").returncode, 2)

    def test_without_root_says_the_one_command(self):
        self.packages("build missing1\n")
        drop = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        (self.tree / "build").mkdir()
        (self.tree / "build").chmod(0o777)
        command = self.command([*drop, str(self.tree / "heddle")])
        done = subprocess.run(**{**command, "stdin": subprocess.DEVNULL})
        self.assertEqual(done.returncode, 2)
        self.assertIn("\n  sudo apt-get install -y --no-install-recommends missing1\n", done.stderr)
        self.assertEqual(self.calls(), [])

    def test_a_tree_that_moved_is_configured_afresh(self):
        self.run_heddle()
        self.calls()
        moved = self.base / "moved"
        self.tree.rename(moved)
        self.tree = moved
        (self.tree / "src/a.cpp").write_text("x")
        self.run_heddle()
        self.assertEqual(self.calls(), ["cmake --preset release --fresh", "ninja"])


if __name__ == "__main__":
    unittest.main()
