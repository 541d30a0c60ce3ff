#!/bin/sh
# run_session.sh SOW SCRIPT: runs a shell script with `sow` in PATH in an empty directory and compares its output,
# including errors, with the .out file next to it. UPDATE=1 updates that file instead.
program=$1
script=$2
expected=${script%.sh}.out
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
mkdir "$directory/bin" "$directory/work"
ln -s "$program" "$directory/bin/sow"
cd "$directory/work" || exit 1
export XDG_DATA_HOME="$directory/data"  # instead of the user's data folder
PATH=$directory/bin:$PATH sh "$script" >"$directory/got" 2>&1
if [ -n "$UPDATE" ]; then
  cp "$directory/got" "$expected"
else
  diff -u "$expected" "$directory/got"
fi
