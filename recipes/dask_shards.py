"""Plays a command in SHARDS shards into FOLDER on a Dask cluster, each again if its worker dies, and merges them.

python dask_shards.py FOLDER SHARDS run flank-run --games 1000000 --seed 1

This plays on the processors of this machine; with SCHEDULER_FILE=scheduler.json before it, on the cluster whose scheduler
wrote that file. All workers need the program and the folder.
"""

import os
import subprocess
import sys

from distributed import Client, as_completed


def play(folder, shard, shards, command):
    """Plays one shard. `setpriv` ends the program if the worker dies: another worker then goes on from what it kept."""
    program = ["setpriv", "--pdeathsig", "TERM", "skirmish", *command, "--shard", f"{shard}/{shards}", "--out", folder]
    subprocess.run([*program, "--threads", "1", "--quiet"], check=True)
    return shard


if __name__ == "__main__":
    folder, shards, command = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    with Client(scheduler_file=os.environ.get("SCHEDULER_FILE")) as client:
        futures = [client.submit(play, folder, k, shards, command, retries=5, pure=False) for k in range(1, shards + 1)]
        for done, (_, shard) in enumerate(as_completed(futures, with_results=True), 1):
            print(f"shard {shard} is played: {done} of {shards}", flush=True)
    subprocess.run(["skirmish", "merge", folder, "--out", os.path.join(folder, "results")], check=True)
