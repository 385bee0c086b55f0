# SPDX-License-Identifier: Apache-2.0
"""All benchmarks, one summary, the goals, and the comparison with what was committed."""
import shutil
import sys

from . import (figures, filter, idle, jmh, machine, matrix, page, path, paths, placement, plots,
               ring, spool)

PARTS = (("ring", ring), ("filter", filter), ("spool", spool), ("idle", idle), ("path", path),
         ("matrix", matrix), ("placement", placement), ("jmh", jmh))
# A ratio may be worse than the committed one by this share before it is a regression.
TOLERANCE = 0.15


def main(arguments):
    machine.require_two_cpus()
    machine.require_quiet()
    paths.OUT.mkdir(parents=True, exist_ok=True)
    rows = machine.environment()
    found = []
    for name, part in PARTS:
        print(f"\n== {name}", flush=True)
        found += part.main(arguments)
    rows.append(("load at the end", f"{machine.load():.2f}"))
    (paths.OUT / "environment.tsv").write_text(
        "".join(f"{name}\t{value}\n" for name, value in rows))
    figures.write_summary(found, paths.OUT / "summary.tsv")
    plots.all_plots(found)
    goals = [one for one in found if one.goal]
    figures.print_table(goals, "Goals")
    missed = [one.name for one in goals if one.met() == "no"]
    print(f"\n{len(goals) - len(missed)} of {len(goals)} goals met; "
          f"summary, raw data and plots are in {paths.OUT}")
    return found


def _is_worse(committed, measured):
    """Ratios only: they carry over between machines and days better than rates."""
    before, now = float(committed["value"]), float(measured["value"])
    smaller_is_better = committed["goal"].startswith("<=") or "cpu" in committed["name"]
    return now > before * (1 + TOLERANCE) if smaller_is_better else now < before * (1 - TOLERANCE)


def _is_newer(part):
    return part.exists() and part.stat().st_mtime > (paths.OUT / "summary.tsv").stat().st_mtime


def keep(_):
    """Copies the last run's summary, environment and plots to where they are committed, and makes
    the table of docs/performance.md from them. Parts that were measured again since replace their
    rows."""
    paths.RESULTS.mkdir(exist_ok=True)
    again = [name for name, _ in PARTS if _is_newer(paths.OUT / f"{name}.tsv")]
    for pattern in ("summary.tsv", "environment.tsv", "*.svg"):
        for file in sorted(paths.OUT.glob(pattern)):
            shutil.copy(file, paths.RESULTS)
    for name in again:
        figures.replace_rows(paths.RESULTS / "summary.tsv", paths.OUT / f"{name}.tsv")
        with open(paths.RESULTS / "environment.tsv", "a") as environment:
            environment.write(f"commit of {name}\t{machine.commit()}\n")
    page.write(paths.RESULTS)
    print(f"copied to {paths.RESULTS}, table of {page.PAGE.name} made anew")


def _read(folder, made_by):
    try:
        return figures.read_summary(folder / "summary.tsv")
    except FileNotFoundError:
        sys.exit(f"bench-check: there is no {folder}/summary.tsv; {made_by} makes it")


def check(_):
    committed = _read(paths.RESULTS, "make bench bench-keep")
    measured = _read(paths.OUT, "make bench")
    worse = []
    for name, row in committed.items():
        if row["unit"] != "x":
            continue
        if name not in measured:
            print(f"{name:44} was {row['value']}, not measured")
            continue
        is_worse = _is_worse(row, measured[name])
        print(f"{name:44} was {row['value']:>8}, is {measured[name]['value']:>8}"
              f"{'  WORSE' if is_worse else ''}")
        worse += [name] if is_worse else []
    if worse:
        sys.exit(f"bench-check: more than {TOLERANCE:.0%} worse than bench/results: "
                 + ", ".join(worse))
