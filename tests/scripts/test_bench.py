"""bench/run --counts: what fails, what is only reported; and the tables."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/lib"))
import counts  # noqa: E402
import defuse  # noqa: E402
import figures  # noqa: E402
import plots  # noqa: E402
import tables  # noqa: E402

OLD = {"verdict": "bug", "findings": ["deadlock"], "executions": 6, "states": 5}


class Counts(unittest.TestCase):
    def test_same_is_quiet(self):
        self.assertEqual(counts.compare("p", OLD, dict(OLD)), ([], []))

    def test_growth_fails(self):
        for field in ("executions", "states"):
            failures, notes = counts.compare("p", OLD, {**OLD, field: 7})
            self.assertIn(f"{field} grew", failures[0])
            self.assertEqual(notes, [])

    def test_shrinking_is_reported(self):
        failures, notes = counts.compare("p", OLD, {**OLD, "executions": 4})
        self.assertEqual(failures, [])
        self.assertIn("executions shrank from 6 to 4", notes[0])

    def test_another_answer_fails(self):
        self.assertTrue(counts.compare("p", OLD, {**OLD, "verdict": "safe"})[0])
        self.assertTrue(counts.compare("p", OLD, {**OLD, "findings": ["assertion"]})[0])

    def test_unknown_and_broken_programs_fail(self):
        self.assertTrue(counts.compare("p", None, OLD)[0])
        self.assertTrue(counts.compare("p", OLD, "heddle ends with 2")[0])


class Defuse(unittest.TestCase):
    CASE = {"found": True, "replayed": True, "guided_done": True, "is_large": True, "lines": 300,
            "instructions": 30_000, "processor_seconds": 60, "target": 60}

    def test_targets(self):
        self.assertEqual(defuse.shortfalls(self.CASE), [])
        for change, what in (({"found": False}, "bug missed"), ({"replayed": False}, "pairs not replayed"),
                             ({"processor_seconds": 60.1}, "slow"), ({"lines": 299}, "few lines"),
                             ({"instructions": 29_999}, "short traces"),
                             ({"guided_done": False}, "not all of the paper's algorithm")):
            self.assertEqual(defuse.shortfalls({**self.CASE, **change}), [what])
        self.assertEqual(defuse.shortfalls({**self.CASE, "is_large": False, "lines": 30, "instructions": 100}), [])

    def test_22_buggy_versions(self):
        self.assertEqual(len(defuse.SMALL) + len(defuse.LARGE), 22)
        for name, _, _ in defuse.SMALL + defuse.LARGE:
            self.assertTrue((Path(defuse.__file__).parents[1] / f"programs/defuse/{name}.c").exists())

    def test_a_stopped_encoding_is_a_lower_bound(self):
        row = {"program": "p", "instructions": 30_000, "seconds": 2.0, "plain_seconds": 600.0, "is_stopped": True,
               "ratio": 300.0, "target": 20}
        self.assertIn("≥ 300.0×", defuse.render_comparison([row]))
        self.assertIn("missed", defuse.render_comparison([{**row, "ratio": 19.9}]))


class Evaluations(unittest.TestCase):
    ROW = {"rules": "rank1", "accesses": 1000, "variables": 5, "tuples": 7, "seconds": 0.5, "muz_limit": 30,
           "muz_seconds": 31.0, "muz_done": False, "ratio": 62.0, "megabytes": 50, "target": "", "met": None}

    def test_a_stopped_reference_is_a_lower_bound(self):
        self.assertIn("≥ 31.00 | ≥ 62×", tables.render_evaluations([self.ROW]))
        self.assertNotIn("≥", tables.render_evaluations([{**self.ROW, "muz_done": True}]))

    def test_no_reference(self):
        self.assertNotIn("62", tables.render_evaluations([{**self.ROW, "muz_limit": 0}]))


class Figures(unittest.TestCase):
    def test_met(self):
        self.assertTrue(figures.is_met(200_000, 200_000, True))
        self.assertFalse(figures.is_met(199_999, 200_000, True))
        self.assertTrue(figures.is_met(2, 2, False))
        self.assertFalse(figures.is_met(2.1, 2, False))
        self.assertIsNone(figures.is_met(1, None, False))

    def test_shown(self):
        rows = [{"name": "a & b", "value": 1234.5, "unit": "ns", "target": 50, "more_is_better": False, "met": False}]
        self.assertIn("missed", tables.render_figures(rows))
        self.assertIn("a &amp; b", plots.draw_figures(rows))


if __name__ == "__main__":
    unittest.main()
