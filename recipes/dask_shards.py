"""Plays the shards of FOLDER/plan.json on a Dask cluster, each again if its worker dies, and merges them.

python dask_shards.py FOLDER                    on the processors of this machine
python dask_shards.py FOLDER scheduler.json     on the cluster whose scheduler wrote this file

All workers need the program and the folder.
"""

import json
import os
import subprocess
import sys

from distributed import Client, as_completed


def play(plan, shard):
    """Plays one shard. `setpriv` ends the program if the worker dies: another worker then goes on from what it kept."""
    program = ["setpriv", "--pdeathsig", "TERM", "skirmish", "run", "--plan", plan, "--shard", str(shard)]
    subprocess.run([*program, "--threads", "1", "--quiet"], check=True)
    return shard


if __name__ == "__main__":
    plan = os.path.abspath(os.path.join(sys.argv[1], "plan.json"))
    with open(plan) as file:
        shards = json.load(file)["shards"]
    with Client(scheduler_file=sys.argv[2]) if len(sys.argv) > 2 else Client() as client:
        futures = client.map(play, [plan] * shards, range(1, shards + 1), retries=5, pure=False)
        for done, (_, shard) in enumerate(as_completed(futures, with_results=True), 1):
            print(f"shard {shard} is played: {done} of {shards}", flush=True)
    results = os.path.join(os.path.dirname(plan), "results")
    subprocess.run(["skirmish", "merge", plan, "--out", results], check=True)
