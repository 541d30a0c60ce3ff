# Bad input gets an error message, and the game continues.
{
  printf 'E\nE\n7\nz\n\nA B\nhelp me\nsave\nload\nload missing.ogn\nsave /no/such/folder/x.ogn\n'
  printf '\000\001\033[31m\377\n'
  head -c 10000000 /dev/zero | tr '\0' 'A'
  printf '\n  f  \r\nQUIT\n'
} | sow play --south human --north human
echo "exit $?"
