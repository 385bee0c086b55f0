# SPDX-License-Identifier: Apache-2.0
"""What the harness itself computes: python3 -m unittest harness.selftest, from bench/."""
import unittest

from . import everything, figures, flame, page, paths
from .figures import Figure, at_least, at_most


class SelfTest(unittest.TestCase):
    def test_median_meets_the_goal(self):
        self.assertEqual(Figure("a", (1, 2, 9), "x", at_least(2)).met(), "yes")
        self.assertEqual(Figure("a", (1, 2, 9), "x", at_most(1.9)).met(), "no")
        self.assertEqual(Figure("a", (1, 2, 9), "x").met(), "")

    def test_a_line_has_name_value_unit_goal_met(self):
        line = Figure("a.b", (1, 2, 9), "x", at_least(2)).line().split("\t")
        self.assertEqual(line[:5], ["a.b", "2", "x", ">= 2", "yes"])
        self.assertEqual(len(line), len(figures.HEADER.split("\t")))

    def test_nothing_measured_is_no_figure(self):
        self.assertIsNone(figures.figure("a", [None], "x"))

    def test_worse_is_more_than_fifteen_percent_in_the_bad_direction(self):
        def row(value, goal="", name="a"):
            return {"name": name, "value": str(value), "goal": goal}
        worse = everything._is_worse
        self.assertTrue(worse(row(2, ">= 1.7"), row(1.69)))
        self.assertFalse(worse(row(2, ">= 1.7"), row(1.71)))
        self.assertTrue(worse(row(0.5, "<= 0.5"), row(0.58)))
        self.assertFalse(worse(row(0.5, "<= 0.5"), row(0.2)))
        self.assertTrue(worse(row(0.5, name="blast.64.cpu_over_x"), row(0.6)))

    def test_stacks_fold_from_the_outermost_frame(self):
        script = "java 1 [000]:\n\tffff inner\n\tffff outer\n\njava 1 [000]:\n\tffff inner\n" \
                 "\tffff outer\n"
        self.assertEqual(flame.fold(script), {("java", "outer", "inner"): 2})
        self.assertIn("outer", flame.draw(flame.fold(script), "t"))

    def test_the_page_says_what_the_results_say(self):
        _, table, _ = page.parts(page.PAGE.read_text())
        self.assertEqual(table, page.table(paths.RESULTS))


if __name__ == "__main__":
    unittest.main()
