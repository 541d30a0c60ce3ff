# Help texts.
sow
sow play --help
sow perft --help
