# Links in a match page lead only to web addresses.
fail() {
  "$@"
  echo "exit $?"
}
for address in 'javascript:alert(1)' 'data:text/html,x' '//evil.example/' 'HTTP' ''; do
  fail sow match greedy random --games 2 --html page.html --page "$address"
done
ls page.html 2>/dev/null
