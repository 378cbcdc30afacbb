"""docs/papers.md: its tables are those of bench/papers.json and bench/README.md, and its commands exist."""
import importlib.machinery
import importlib.util
import re
import sys
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/lib"))
import defuse  # noqa: E402
import papers  # noqa: E402
import values  # noqa: E402


def bench_run():
    loader = importlib.machinery.SourceFileLoader("bench_run", str(ROOT / "bench/run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_run", loader))
    loader.exec_module(module)
    return module


class Papers(unittest.TestCase):
    def test_the_page_has_the_figures_of_today(self):
        self.assertEqual(papers.page(), papers.PAGE.read_text(),
                         "docs/papers.md has other figures than bench/README.md: run bench/run --papers")

    def test_every_table_is_on_the_page(self):
        self.assertEqual(sorted(papers.TABLES), sorted(mark[1] for mark in papers.MARK.findall(papers.PAGE.read_text())))

    def test_every_command_of_the_page_exists(self):
        module = bench_run()
        commands = re.findall(r"^bench/run .*$", papers.PAGE.read_text(), re.MULTILINE)
        commands += re.findall(r"`(bench/run [^`]*)`", papers.PAGE.read_text())
        self.assertGreater(len(commands), 6)
        for command in commands:
            with mock.patch.object(sys, "argv", command.split()):
                given = module.options()
                self.assertTrue(given.papers or module.chosen_tables(given, []) != set(module.TABLES), command)

    def test_what_the_papers_add_up_to(self):
        """The sums and averages that the papers print below their tables."""
        small = [row for row in papers.theirs("diff") if row["lines"] < 1000]
        self.assertEqual([sum(row[key] for row in small) for key in ("only old", "only new", "mayHB old", "mayHB new")],
                         [251, 151, 338_913, 339_849])
        self.assertAlmostEqual(sum(row["s"] for row in small), 15.57)
        rows = papers.theirs("summaries")
        for column, average in (("s", 986.9), ("s with DPOR", 518.5), ("s with summaries", 51.6)):
            seconds = [1800 if row[column] is None else row[column] for row in rows]
            self.assertAlmostEqual(sum(seconds) / len(rows), average, delta=0.05)
        rows = papers.theirs("defuse")
        for column, average in (("s", 676.54), ("instructions", 31_492.4), ("pairs", 51)):
            self.assertAlmostEqual(sum(row[column] for row in rows) / len(rows), average, delta=0.5)

    def test_the_same_figures_as_the_benchmarks_judge_by(self):
        self.assertEqual({row["ours"]: row["states"] for row in papers.theirs("values")}, values.THESIS)
        cases = [(" ".join([name, *map(str, defines.values())]), seconds) for name, defines, seconds in
                 defuse.SMALL + defuse.LARGE]
        self.assertEqual([(row["ours"], row["s"]) for row in papers.theirs("defuse")], cases)

    def test_a_table_that_is_gone_is_named(self):
        with self.assertRaisesRegex(papers.Missing, "no table that begins with the columns nobody"):
            papers.ours("nobody")


if __name__ == "__main__":
    unittest.main()
