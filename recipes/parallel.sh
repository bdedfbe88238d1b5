#!/bin/bash
# Plays the shards of FOLDER/plan.json with GNU parallel, as many at once as there are processors, and merges them.
#
#     parallel.sh FOLDER
#
# The same command again plays only what failed, was killed or is missing.
set -e

shards=$(sed -n 's/^ *"shards": *\([0-9]*\).*/\1/p' "$1/plan.json")
seq "$shards" | parallel --joblog "$1/jobs.log" --resume-failed \
  skirmish run --plan "$1/plan.json" --shard {} --threads 1 --quiet
skirmish merge "$1/plan.json" --out "$1/results"
