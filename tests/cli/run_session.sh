#!/bin/sh
# run_session.sh SOW SCRIPT: runs a script of shell commands with `sow` at hand, in an empty directory, and compares
# what it prints, errors included, with the file beside it that ends in .out. UPDATE=1 writes that file instead.
program=$1
script=$2
expected=${script%.sh}.out
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
mkdir "$directory/bin" "$directory/work"
ln -s "$program" "$directory/bin/sow"
cd "$directory/work" || exit 1
export XDG_DATA_HOME="$directory/data"  # databases are made there, not in the user's home
PATH=$directory/bin:$PATH sh "$script" >"$directory/got" 2>&1
if [ -n "$UPDATE" ]; then
  cp "$directory/got" "$expected"
else
  diff -u "$expected" "$directory/got"
fi
