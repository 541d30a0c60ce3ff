# Counting move sequences.
sow perft owari 5 | sed 's/in .* s/in … s/'
sow perft owari 3 --divide | sed 's/in .* s/in … s/'
sow perft kalah:pits=4,seeds=2 3 --json | sed 's/"seconds":.*}/"seconds":…}/'
sow perft oware 2 '1-0-0-0-0-1-0-0-0-0-0-0-20-20-S' --divide --json | sed 's/"seconds":[^,]*,/"seconds":…,/'
sow perft hus 0 | sed 's/in .* s/in … s/'
