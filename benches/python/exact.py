"""The exact questions of `benches/src/exact.rs`, asked of the Python dice libraries icepool and dyce in exact integers,
and held to the same answers. Not needed to build or to test anything.

    pip install icepool dyce
    python benches/python/exact.py
"""

import statistics
import time
from fractions import Fraction
from itertools import accumulate

import dyce
import icepool
from icepool import Die, d


def ways(die):
    """Each total with the ways to reach it, and all ways. One call for all totals: the fastest that icepool offers."""
    return dict(zip(die.outcomes(), die.quantities(">="))), die.denominator()


def ways_dyce(h):
    totals = list(h.items())
    reached = list(accumulate(count for _, count in reversed(totals)))[::-1]
    return dict(zip((total for total, _ in totals), reached)), reached[0]


def law(dies):
    """Length of a wait whose n-th attempt succeeds where the n-th of these 0-1 dice shows 1; the last always does."""
    length = Die([len(dies)])
    for n in range(len(dies) - 1, 0, -1):
        length = dies[n - 1].if_else(n, length)
    return length.quantities(), length.denominator()


QUESTIONS = {
    "curve of d20": {
        "icepool": lambda: ways(d(20)),
        "dyce": lambda: ways_dyce(dyce.H(20)),
        "answer": lambda a: a[0][11] == 10 and a[1] == 20,
    },
    "curve of 2d10": {
        "icepool": lambda: ways(2 @ d(10)),
        "dyce": lambda: ways_dyce(2 @ dyce.H(10)),
        "answer": lambda a: a[0][11] == 55 and a[1] == 100,
    },
    "curve of d8 + d12": {
        "icepool": lambda: ways(d(8) + d(12)),
        "dyce": lambda: ways_dyce(dyce.H(8) + dyce.H(12)),
        "answer": lambda a: a[0][11] == 52 and a[1] == 96,
    },
    # Every action shoots, counters are kept, against 19 on a d20: it ends at the ninth action.
    "streak law, counters kept": {
        "icepool": lambda: law([d(20) >= 19 - 2 * n for n in range(1, 10)]),
        "answer": lambda a: len(a[0]) == 9 and Fraction(a[0][1], a[1]) == Fraction(6, 25) and sum(a[0]) == a[1],
    },
    # The same, counters spent: it is geometric; its first forty lengths.
    "streak law, counters spent, 40 lengths": {
        "icepool": lambda: law([d(20) >= 17] * 41),
        "answer": lambda a: len(a[0]) == 41 and Fraction(a[0][1], a[1]) == Fraction(4, 25),
    },
}


def seconds(ask, calls):
    start = time.perf_counter()
    for _ in range(calls):
        ask()
    return (time.perf_counter() - start) / calls


if __name__ == "__main__":
    print(f"icepool {icepool.__version__}, dyce {dyce.__version__}; medians of 21 rounds")
    for question, asked in QUESTIONS.items():
        is_right = asked.pop("answer")
        for library, ask in asked.items():
            assert is_right(ask()), (question, library)
            calls = max(1, int(0.02 / seconds(ask, 20)))
            middle = statistics.median(seconds(ask, calls) for _ in range(21))
            print(f"{question}, {library}: {1e6 * middle:.1f} µs")
