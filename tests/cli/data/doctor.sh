# Facts for a bug report: only what does not depend on the machine is compared.
sow db build owari --seeds 3 >/dev/null 2>&1
sow db build kalah --seeds 3 >/dev/null 2>&1
printf xxxxxxxx | dd of="$(echo "$XDG_DATA_HOME"/sow/kalah-*/02.sow)" bs=1 seek=0 conv=notrunc status=none
mkdir "$XDG_DATA_HOME/sow/chess-123"
sow doctor | sed -E "s#$XDG_DATA_HOME#DATA#g; s/^(commit|build|system|processor|instruction sets|memory|terminal): .*/\1: …/; s/kalah-[0-9a-f]*/kalah-…/; s/, [0-9.]* MB/, … MB/"
echo "exit $?"
XDG_DATA_HOME= HOME= sow doctor | grep '^d'
