"""The other checks of scripts/ fail when they should."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import check_docs
import check_text
import lit_part
import project
import stages

OPEN_END = "TO" + "DO"


class Text(unittest.TestCase):
    def test_open_end_needs_an_issue(self):
        self.assertEqual(len(check_text.check_file("a.cpp", f"// {OPEN_END}: later\n")), 1)
        self.assertEqual(check_text.check_file("a.cpp", f"// {OPEN_END}(#12): later\n"), [])

    def test_length(self):
        self.assertEqual(check_text.check_file("a.cpp", "x\n" * 1000), [])
        self.assertEqual(len(check_text.check_file("a.cpp", "x\n" * 1001)), 1)


class Docs(unittest.TestCase):
    def test_output_must_match_line_by_line(self):
        self.assertIsNone(check_docs.mismatch(["a  b", "c"], ["a b", "", "c"]))
        self.assertEqual(check_docs.mismatch(["a", "c"], ["a", "b", "c"]), "c")
        self.assertIsNotNone(check_docs.mismatch(["a"], ["a", "b"]))
        self.assertIsNotNone(check_docs.mismatch(["a", "b"], ["a"]))

    def test_dots_stand_for_any_lines(self):
        self.assertIsNone(check_docs.mismatch(["a", "…", "d"], ["a", "b", "c", "d"]))
        self.assertIsNone(check_docs.mismatch(["a", "…"], ["a", "b"]))
        self.assertEqual(check_docs.mismatch(["…", "x"], ["a", "b"]), "x")

    def test_figures_may_differ(self):
        self.assertIsNone(check_docs.mismatch(["3 threads, 0.12 s"], ["3 threads, 4.5 s"]))
        self.assertIsNotNone(check_docs.mismatch(["3 threads, 0.12 s"], ["4 threads, 0.12 s"]))

    def test_only_fences_that_run_heddle(self):
        page = ("```console exit=1\n$ heddle check a.c\nout\n$ ./heddle replay\n```\n"
                "```console\n$ git clone\n```\n```\n$ heddle no\n```\n")
        self.assertEqual(check_docs.commands(page), [
            check_docs.Command("heddle check a.c", ["out"], 1),
            check_docs.Command("./heddle replay", [], 1)])

    def test_other_fences_are_run_with_something_in_place_of_the_readers_own(self):
        page = ("```console\n$ heddle check a.c\nheddle says\n```\n```text\nheddle test 1\n```\n"
                "```sh\nheddle check a.c --time 3   # a while\n```\n```\nheddle diff OLD NEW [-- FLAGS]   two\n```\n"
                "```yaml\n  run: |\n    heddle check a.c ||\n      true\n```\n")
        self.assertEqual(check_docs.other_calls(page), [
            "heddle check a.c --time 3", "heddle diff old.c new.c ", "heddle check a.c"])

    def test_links(self):
        root = project.ROOT
        page = Path("docs/index.md")
        self.assertEqual(check_docs.check_links(page, "[x](install.md) [y](https://example.org/)", root), [])
        for bad in ["[x](nowhere.md)", "[x](../README.md)", "[x](install.md#no-such-heading)"]:
            self.assertEqual(len(check_docs.check_links(page, bad, root)), 1, bad)


class Stages(unittest.TestCase):
    TABLE = project.stages("unit 2 1 unit tests\ntidy 6 2 clang-tidy\n")

    def test_agreement(self):
        timeouts = {"unit": 120, "tidy": 360}
        page = "before\n" + stages.table(self.TABLE) + "\nafter"
        self.assertEqual(stages.check(self.TABLE, page, timeouts, 1), [])
        self.assertEqual(len(stages.check(self.TABLE, "", timeouts, 1)), 1)
        self.assertEqual(len(stages.check(self.TABLE, page, {"unit": 120}, 1)), 1)
        self.assertEqual(len(stages.check(self.TABLE, page, {**timeouts, "other": 1}, 1)), 1)
        self.assertEqual(len(stages.check(self.TABLE, page, {**timeouts, "unit": None}, 1)), 1)

    def test_budget(self):
        rows = project.stages("a 80 1 half of 80\n")
        self.assertEqual(stages.check(rows, stages.table(rows), {"a": 4800}, 1), [])
        rows = project.stages("a 80 2 too long\n")
        self.assertEqual(len(stages.check(rows, stages.table(rows), {"a": 4800}, 1)), 1)


class LitPart(unittest.TestCase):
    def test_about_a_fifth_and_always_the_same(self):
        names = [f"folder/test{i}.c" for i in range(1000)]
        chosen = [name for name in names if lit_part.is_chosen(name)]
        self.assertTrue(150 < len(chosen) < 250, len(chosen))
        self.assertEqual(chosen, [name for name in names if lit_part.is_chosen(name)])

    def test_names(self):
        shown = "-- Available Tests --\n  heddle :: bad-input/empty.test\n"
        self.assertEqual(lit_part.names(shown), ["bad-input/empty.test"])


if __name__ == "__main__":
    unittest.main()
