# What the program says of itself.
sow
sow play --help
sow perft --help
