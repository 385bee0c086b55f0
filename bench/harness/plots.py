# SPDX-License-Identifier: Apache-2.0
"""Bar plots of figures as SVG: the bar is the median, the line goes from least to most."""
from html import escape

from . import paths

LABEL, BAR, ROW = 150, 420, 26


def bars(figures, title, unit, path):
    """figures: pairs of a label and a figure."""
    figures = [(label, one) for label, one in figures if one]
    if not figures:
        return
    most = max(max(one.values) for _, one in figures) or 1
    height = 40 + ROW * len(figures)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LABEL + BAR + 90}" '
             f'height="{height}" font-family="sans-serif" font-size="13">',
             f'<text x="4" y="18" font-weight="bold">{escape(title)} ({escape(unit)})</text>']
    for i, (label, one) in enumerate(figures):
        y = 34 + i * ROW
        low, middle, high = (BAR * value / most
                             for value in (min(one.values), one.median, max(one.values)))
        colour = "#2b6cb0" if "ringtail" in label else "#a0aec0"
        parts.append(
            f'<text x="{LABEL - 6}" y="{y + 13}" text-anchor="end">{escape(label)}</text>'
            f'<rect x="{LABEL}" y="{y}" width="{middle:.1f}" height="{ROW - 8}" fill="{colour}"/>'
            f'<line x1="{LABEL + low:.1f}" x2="{LABEL + high:.1f}" y1="{y + 9}" y2="{y + 9}" '
            f'stroke="#1a202c" stroke-width="2"/>'
            f'<text x="{LABEL + high + 6:.1f}" y="{y + 13}">{one.median:.3g}</text>')
    path.write_text("\n".join([*parts, "</svg>\n"]))


def all_plots(figures):
    by_name = {one.name: one for one in figures}

    def of(prefix, suffix):
        return [(name[len(prefix):-len(suffix)], one) for name, one in by_name.items()
                if name.startswith(prefix) and name.endswith(suffix)]

    for length in (64, 1500):
        bars(of(f"blast.{length}.", ".captured"), f"Captured at blast, {length} B", "Mpps",
             paths.OUT / f"captured-{length}.svg")
        bars(of(f"blast.{length}.", ".cpu"), f"Reading process at blast, {length} B",
             "CPU s per million packets", paths.OUT / f"cpu-{length}.svg")
        bars(of(f"ring.{length}.", ".lossless"), f"The ring alone without loss, {length} B",
             "Mpps", paths.OUT / f"ring-{length}.svg")
    bars(of("path-200k.", ".cpu"), "Reading process at 200,000 packets/s",
         "CPU s per million packets", paths.OUT / "cpu-200k.svg")
    bars(of("matrix.", ".captured"), "Matrix, 64 B, XDP_DROP", "Mpps captured",
         paths.OUT / "matrix.svg")
