"""scripts/tidy.py knows what to compare with and which sources a change touches."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import project
import tidy


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name).resolve()
        self.git("init", "-q", "-b", "main")
        here = mock.patch.object(tidy, "git", self.git)
        here.start()
        self.addCleanup(here.stop)

    def git(self, *arguments):
        try:
            return project.git("-c", "user.name=n", "-c", "user.email=e", *arguments, root=self.root).strip()
        except subprocess.CalledProcessError:
            return None

    def commit(self, changelog):
        (self.root / "CHANGELOG.md").write_text(changelog)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "x")
        return self.git("rev-parse", "HEAD")

    def test_nothing_to_compare_with(self):
        self.commit("## [Unreleased]\n")
        self.commit("## [Unreleased]\nnew\n")
        self.assertIsNone(tidy.base_commit())

    def test_release_in_the_changelog(self):
        self.commit("## [Unreleased]\n")
        release = self.commit("## [Unreleased]\n## [0.1.0]\n")
        self.assertIsNone(tidy.base_commit(), "the release itself is all there is")
        self.commit("## [Unreleased]\nnew\n## [0.1.0]\n")
        self.assertEqual(tidy.base_commit(), release)

    def test_tag(self):
        tagged = self.commit("")
        self.git("tag", "v1")
        self.commit("x")
        self.assertEqual(tidy.base_commit(), tagged)

    def test_clone_of_main(self):
        left = self.commit("")
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.assertIsNone(tidy.base_commit())
        self.commit("x")
        self.assertEqual(tidy.base_commit(), left)


class Includes(unittest.TestCase):
    def test_closure_follows_project_headers(self):
        files = tidy.Includes().closure(project.ROOT / "src/frontend/frontend.cpp")
        self.assertIn(project.ROOT / "src/support/outcome.h", files)
        self.assertNotIn(project.ROOT / "src/program/program.h", files)

    def test_a_changed_header_is_shown_once(self):
        source = {name: project.ROOT / "src" / name
                  for name in ("support/outcome.h", "support/text.cpp", "program/program.cpp", "frontend/frontend.cpp")}
        users = {path for name, path in source.items() if name.endswith(".cpp") and path.is_file()}
        header = source["support/outcome.h"]
        wanted = tidy.chosen(users, {header}, tidy.Includes())
        self.assertEqual(len(wanted), 1)
        self.assertIn(header, tidy.Includes().closure(*wanted))
        both = tidy.chosen(users, {header, source["frontend/frontend.cpp"]}, tidy.Includes())
        self.assertEqual(both, {source["frontend/frontend.cpp"]})


if __name__ == "__main__":
    unittest.main()
