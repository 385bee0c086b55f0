# SPDX-License-Identifier: Apache-2.0
"""Figures with their goals, as the summary file holds them."""
import statistics
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Goal:
    """At least or at most a value."""
    least: Optional[float] = None
    most: Optional[float] = None

    def met(self, value):
        return (self.least is None or value >= self.least) and \
            (self.most is None or value <= self.most)

    def __str__(self):
        return f">= {self.least:g}" if self.least is not None else f"<= {self.most:g}"


def at_least(value):
    return Goal(least=value)


def at_most(value):
    return Goal(most=value)


@dataclass(frozen=True)
class Figure:
    """A measured quantity of several runs; the median counts."""
    name: str
    values: tuple
    unit: str
    goal: Optional[Goal] = None
    note: str = ""

    @property
    def median(self):
        return statistics.median(self.values)

    def met(self):
        return "" if self.goal is None else "yes" if self.goal.met(self.median) else "no"

    def line(self):
        """name value unit goal met minimum maximum runs"""
        return "\t".join([self.name, f"{self.median:.4g}", self.unit, str(self.goal or ""),
                          self.met(), f"{min(self.values):.4g}", f"{max(self.values):.4g}",
                          str(len(self.values))])


HEADER = "name\tvalue\tunit\tgoal\tmet\tmin\tmax\truns"


def figure(name, values, unit, goal=None):
    """None when nothing was measured."""
    values = tuple(value for value in values if value is not None)
    return Figure(name, values, unit, goal) if values else None


def print_table(figures, title):
    print(f"\n{title}\n")
    print(f"{'':44} {'min':>10} {'median':>10} {'max':>10}  {'unit':16} {'goal':>9}  met")
    for one in figures:
        print(f"{one.name:44} {min(one.values):10.4g} {one.median:10.4g} {max(one.values):10.4g}  "
              f"{one.unit:16} {str(one.goal or ''):>9}  {one.met()}")


def write_summary(figures, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([HEADER, *[one.line() for one in figures]]) + "\n")


def replace_rows(path, newer):
    """Rows of the one file that are in the other, too, are as they are there."""
    rows = {line.split("\t")[0]: line for line in newer.read_text().splitlines()}
    path.write_text("".join(rows.get(line.split("\t")[0], line) + "\n"
                            for line in path.read_text().splitlines()))


def read_summary(path):
    """Rows as dictionaries, by name."""
    lines = path.read_text().splitlines()
    names = lines[0].split("\t")
    return {row["name"]: row for row in
            (dict(zip(names, line.split("\t"))) for line in lines[1:] if line)}


def print_reported(found, title, rows, width):
    """The report's ratios beside ours: rows of below, above, what was reported, name of ours."""
    print(f"\n{title}")
    by_name = {one.name: one for one in found}
    for below, above, reported, name in rows:
        ours = by_name.get(name)
        if ours and reported:
            print(f"  {below:{width}} : {above:{width}} 1 : {reported:<5g} ours 1 : "
                  f"{ours.median:.2f}")
