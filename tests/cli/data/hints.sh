# Hints: captures, the best reply, and the score, proven or estimated.
echo hint | sow play hus | sed -n 's/^[A-P][xy]*[0-9]* .*\. [SN][a-z]* leads by about .*/advice with an estimate/p'
echo hint | sow play --setup 1-0-2-0-1-0-0-3-0-1-0-2-13-13-S | grep proven
echo hint | sow play kalah --setup 0-0-0-0-1-1-1-0-0-0-0-0-22-23-S | grep proven
echo hint | sow play kalah --setup 0-0-0-0-0-1-1-0-0-0-0-0-22-24-S | grep proven
# A majority of the seeds decides these games before they end.
printf 'f\na\n' | sow play kalah --north human --setup 1-0-0-0-0-1-1-0-0-1-0-0-24-20-S | grep -v '^ '
