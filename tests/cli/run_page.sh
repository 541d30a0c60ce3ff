#!/bin/sh
# run_page.sh SOW PAGE: runs the examples of a documentation page in an empty directory and compares the output. In
# blocks fenced as ```sh, a line "$ COMMAND" is run and followed by its output; a block fenced as ```LANGUAGE FILE is
# written to that file. Times, depths, and node counts may differ. UPDATE=1 updates the page instead.
program=$1
page=$2
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT
mkdir "$directory/bin" "$directory/work"
ln -s "$program" "$directory/bin/sow"
PATH=$directory/bin:$PATH
export XDG_DATA_HOME="$directory/data"  # instead of the user's data folder
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
same_figures() { sed -E 's#[0-9.,]+( [kM])?/s#… /s#g; s#[0-9.,]+ (nodes|s)\>#… \1#g; s/depth [0-9]+,/depth …,/' "$1"; }

rerun >"$directory/got"
same_figures "$page" >"$directory/old"
same_figures "$directory/got" >"$directory/new"
if cmp -s "$directory/old" "$directory/new"; then exit 0; fi
if [ -n "$UPDATE" ]; then cp "$directory/got" "$page"; else diff -u "$directory/old" "$directory/new"; fi
