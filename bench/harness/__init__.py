# SPDX-License-Identifier: Apache-2.0
"""Benchmarks of Ringtail beside other tools. Python's standard library only; see docs/performance.md."""
