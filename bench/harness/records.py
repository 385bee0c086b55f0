# SPDX-License-Identifier: Apache-2.0
"""Raw records, one JSON object a line."""
import json

from . import paths


class Records:
    """Appends to bench/out/NAME.jsonl, which a new run starts anew."""

    def __init__(self, name):
        paths.OUT.mkdir(parents=True, exist_ok=True)
        self.path = paths.OUT / f"{name}.jsonl"
        self.file = open(self.path, "w")
        self.rows = []

    def add(self, row):
        self.rows.append(row)
        self.file.write(json.dumps(row) + "\n")
        self.file.flush()
        return row

    def of(self, **wanted):
        return [row for row in self.rows
                if all(row.get(key) == value for key, value in wanted.items())]
