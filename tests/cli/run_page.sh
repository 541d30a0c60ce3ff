#!/bin/sh
# run_page.sh SOW PAGE: does what a page of documentation shows, in an empty directory, and compares. In blocks fenced as
# ```sh a line "$ COMMAND" is run, and what follows it is what it prints; a block fenced as ```LANGUAGE FILE is written
# to that file. Times, depths and counts of nodes may differ. UPDATE=1 writes the page with what was printed instead.
program=$1
page=$2
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
mkdir "$directory/bin" "$directory/work"
ln -s "$program" "$directory/bin/sow"
PATH=$directory/bin:$PATH
export XDG_DATA_HOME="$directory/data"  # databases are made there, not in the user's home
cd "$directory/work" || exit 1

rerun() {
  fence='' ran=''
  while IFS= read -r line; do
    case $fence:$line in
      sh:'$ '*)
        printf '%s\n' "$line"
        sh -c "${line#??}" 2>&1 </dev/null
        ran=yes
        continue
        ;;
      ?*:'```') fence='' ran='' ;;
      :'```sh') fence='sh' ;;
      :'```'*' '*)
        fence=file file=${line##* }
        : >"$file"
        ;;
      :'```'*) fence=other ;;
      file:*) printf '%s\n' "$line" >>"$file" ;;
    esac
    [ -n "$ran" ] || printf '%s\n' "$line"
  done <"$page"
}
same_figures() { sed -E 's#[0-9.,]+ [kM]?/s#… /s#g; s#[0-9.,]+ (nodes|s)\>#… \1#g; s/depth [0-9]+,/depth …,/' "$1"; }

rerun >"$directory/got"
same_figures "$page" >"$directory/old"
same_figures "$directory/got" >"$directory/new"
if cmp -s "$directory/old" "$directory/new"; then exit 0; fi
if [ -n "$UPDATE" ]; then cp "$directory/got" "$page"; else diff -u "$directory/old" "$directory/new"; fi
