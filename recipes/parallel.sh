#!/bin/bash
# Plays a command in SHARDS shards into FOLDER with GNU parallel, as many at once as there are processors, and merges them.
#
#     parallel.sh FOLDER SHARDS run flank-run --games 1000000 --seed 1
#
# The same command again plays only what failed, was killed or is missing.
set -e

folder=$1 shards=$2
shift 2
mkdir -p "$folder"
seq "$shards" | parallel --quote --joblog "$folder/jobs.log" --resume-failed \
  skirmish "$@" --shard "{}/$shards" --out "$folder" --threads 1 --quiet
skirmish merge "$folder" --out "$folder/results"
