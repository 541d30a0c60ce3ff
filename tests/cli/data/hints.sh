# Advice: what a move takes, what the reply takes, and what it is worth, proven or estimated.
echo hint | sow play hus | sed -n 's/.*; worth [^(]*/…; worth … /p'
echo hint | sow play --setup 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S | grep 'from here'
echo hint | sow play kalah --setup 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S | grep 'from here'
echo hint | sow play kalah --setup 0-0-0-0-0-1-1-0-0-0-0-0-22-24-S | grep 'from here'
# A majority decides these games before they end.
printf 'f\na\n' | sow play kalah --north human --setup 1-0-0-0-0-1-1-0-0-1-0-0-24-20-S | grep -v '^ '
