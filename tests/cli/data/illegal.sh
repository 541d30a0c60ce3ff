# Reasons other than an empty pit why a move is illegal.
echo 'A' | sow play oware --setup '1-0-0-0-0-1-0-0-0-0-0-0-20-20-S' --north random | tail -n 2
echo 'a' | sow play hus/no-singles --setup '(1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)' | tail -n 2
