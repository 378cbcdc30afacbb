"""bench/run --tables guided and growth: what fails, what is judged and how, and the plot."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/lib"))
import families  # noqa: E402
import growth  # noqa: E402
import guided  # noqa: E402
import plots  # noqa: E402
import rates  # noqa: E402
from families import DPOR, GUIDED, STRATEGIES  # noqa: E402


def run(executions=10, seconds=1.0, complete=True, verdict="safe", findings=(), pruned=0):
    return {"verdict": verdict, "complete": complete, "findings": list(findings), "executions": executions,
            "pruned": pruned, "seconds": seconds}


def row(dpor, by_summaries, family="fib"):
    runs = {strategy: run() for strategy in STRATEGIES}
    return {"program": family, "family": family, "size": 3, "verdict": "safe", "runs": {**runs, DPOR: dpor, GUIDED: by_summaries}}


def met(rows):
    return [one["met"] for one in guided.judge(rows)]


class Agreement(unittest.TestCase):
    BUG = ("assertion", ((3, 1),))

    def test_another_verdict_or_place_fails(self):
        for other in (run(verdict="bug", findings=[self.BUG]), run(verdict="bug", findings=[("assertion", ((4, 1),))])):
            with self.assertRaises(rates.Failed):
                families.agree("p", {DPOR: run(), GUIDED: other})

    def test_a_search_that_was_cut_off_may_know_less(self):
        whole = run(verdict="bug", findings=[self.BUG])
        families.agree("p", {DPOR: run(complete=False, verdict="unknown"), GUIDED: whole})

    def test_but_not_more(self):
        part = run(complete=False, verdict="bug", findings=[self.BUG])
        with self.assertRaises(rates.Failed):
            families.agree("p", {DPOR: part, GUIDED: run()})


class Judgement(unittest.TestCase):
    def test_a_loss(self):
        self.assertTrue(met([row(run(seconds=1.0), run(seconds=1.9))])[0])
        self.assertFalse(met([row(run(seconds=1.0), run(seconds=2.1))])[0])

    def test_not_to_end_where_dpor_does_is_a_loss(self):
        self.assertFalse(met([row(run(seconds=1.0), run(seconds=1.0, complete=False))])[0])

    def test_moments_say_nothing(self):
        self.assertTrue(met([row(run(seconds=0.01), run(seconds=0.09))])[0])

    def test_wins_need_both_figures_and_a_second(self):
        win = row(run(executions=1000, seconds=5.0), run(executions=50, pruned=50, seconds=0.5))
        self.assertTrue(guided.is_win(win))
        self.assertFalse(guided.is_win(row(run(executions=1000, seconds=5.0), run(executions=90, pruned=50, seconds=0.5))))
        self.assertFalse(guided.is_win(row(run(executions=1000, seconds=5.0), run(executions=10, seconds=0.6))))
        self.assertFalse(guided.is_win(row(run(executions=1000, seconds=0.9), run(executions=10, seconds=0.01))))
        self.assertFalse(guided.is_win(row(run(executions=1000, seconds=5.0), run(executions=1, seconds=0.1, complete=False))))

    def test_half_of_the_wins_is_enough(self):
        won = [row(run(executions=1000, seconds=5.0), run(seconds=0.1), family) for family in guided.WINS]
        self.assertTrue(met(won[:6])[1])
        self.assertFalse(met(won[:5])[1])

    def test_lower_bounds_are_shown_as_such(self):
        shown = guided.render({"rows": [row(run(executions=1000, seconds=5.0, complete=False), run(seconds=0.5))], "judged": []})
        self.assertIn("≥ 1,000", shown)
        self.assertIn("≥ 100× |  ≥ 10×", shown)

    def test_programs_are_there(self):
        programs = Path(guided.__file__).resolve().parents[1] / "programs"
        self.assertTrue(all(guided.find(programs, name) for name in guided.SIZES))
        self.assertLessEqual(set(guided.WINS), set(guided.SIZES))


class Growth(unittest.TestCase):
    ROWS = [{"threads": 2, "runs": {DPOR: run(10), GUIDED: run(3)}},
            {"threads": 3, "runs": {DPOR: run(1000), GUIDED: run(4, pruned=5)}},
            {"threads": 4, "runs": {DPOR: run(2000, complete=False)}}]

    def test_curves_end_where_the_search_was_cut_off(self):
        curves = growth.curves(self.ROWS, growth.PLOTS[0][2])
        self.assertEqual(curves, {DPOR: [(2, 10), (3, 1000)], GUIDED: [(2, 3), (3, 9)]})
        drawn = plots.draw_growth("a & b", "threads", curves)
        self.assertIn("a &amp; b", drawn)
        self.assertEqual(drawn.count("<circle"), 4)

    def test_shown(self):
        self.assertIn("4 + 5", growth.render(self.ROWS))


if __name__ == "__main__":
    unittest.main()
