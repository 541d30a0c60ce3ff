# Listing, explaining, making and checking games.
sow rules list
sow rules show hus
sow rules show kalah/empty-capture --toml
sow rules new mine.toml
sow rules new mine.toml
echo "exit $?"
sow rules check mine.toml
cat mine.toml
echo quit | sow play mine.toml --save mine.ogn | sed -n 1,3p
grep -E 'Variant|Rules' mine.ogn
echo quit | sow play --load mine.ogn | sed -n 1,3p
sed -i 's/^pits = .*/pits = 60/' mine.toml
sow rules check mine.toml
echo "exit $?"
sow play mine.toml
echo "exit $?"
sow rules check missing.toml
echo "exit $?"
sow rules new 'bad name.toml'
echo "exit $?"
