"""packages.py BUILD: packs the program of a build folder as scripts/release does, and checks the package, the list of what it
contains, and that the same files always give the same bytes."""
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path()
EPOCH = "1700000000"


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def pack(commands, umask="022", zone="UTC"):
    """Runs functions of scripts/packing.sh."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "TZ": zone, "XZ_LEVEL": "0"}
    run("sh", "-euc", f"umask {umask}; . scripts/packing.sh; {commands}", cwd=ROOT, env=environment)


def source_package(package):
    return run("dpkg-query", "-W", "-f", "${source:Package}\n", package).split("\n")[0]


def owner(path):
    """The Debian package of a file, which may be known as /lib or as /usr/lib; None if there is none."""
    for name in (path, path.removeprefix("/usr"), f"/usr{path}"):
        shown = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True).stdout
        if shown:
            return shown.split(": ")[0].split(",")[0].split(":")[0]
    return None


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        for name, settings in (("first", {}), ("another folder", {"umask": "077", "zone": "Asia/Kathmandu"})):
            os.makedirs(cls.folder / name)
            pack(f"pack_deb '{BUILD}' '{cls.folder}/{name}' '{cls.folder}/{name}/stage'", **settings)
        (cls.deb,) = cls.folder.glob("first/*.deb")
        cls.unpacked = cls.folder / "unpacked"
        run("dpkg-deb", "-x", cls.deb, cls.unpacked)
        cls.share = cls.unpacked / "usr/share"

    def test_package_is_the_same_from_any_folder(self):
        (other,) = self.folder.glob("another folder/*.deb")
        self.assertEqual(self.deb.read_bytes(), other.read_bytes())

    def test_archives_are_the_same_from_any_folder(self):
        packed = []
        for parent, names, mode in (("a", "xyz", 0o644), ("b c", "zxy", 0o600)):
            stage = self.folder / parent / "tree"
            stage.mkdir(parents=True, mode=mode | 0o100)
            for name in names:
                (stage / name).write_text(name)
                os.chmod(stage / name, mode)
            zone = "UTC" if parent == "a" else "America/New_York"
            pack(f"pack_tar '{stage.parent}' tree '{stage}.tar.gz'; pack_zip '{stage.parent}' tree '{stage}.zip'", zone=zone)
            packed.append([pathlib.Path(f"{stage}.{ending}").read_bytes() for ending in ("tar.gz", "zip")])
        self.assertEqual(packed[0], packed[1])

    def test_nothing_names_the_build_folder(self):
        files = [path for path in self.unpacked.rglob("*") if path.is_file()]
        files += map(pathlib.Path, glob.glob(f"{ROOT}/build/wasm/sow.*"))
        self.assertIn(self.unpacked / "usr/bin/sow", files)
        folders = [BUILD, ROOT / "build", ROOT / "src", ROOT / "web"]  # the root itself may be as short as /sow
        for path in files:
            for folder in folders:
                self.assertNotIn(str(folder).encode(), path.read_bytes(), path)

    def test_lintian_is_satisfied(self):
        checked = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", self.deb], capture_output=True, text=True)
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))

    def test_metadata_is_valid(self):
        run("desktop-file-validate", self.share / "applications/sow.desktop")
        (metainfo,) = self.share.glob("metainfo/*.xml")
        run("appstreamcli", "validate", "--no-net", metainfo)
        self.assertIn("<release ", metainfo.read_text())

    def test_files_belong_to_root_and_have_the_time_of_the_commit(self):
        for line in run("dpkg-deb", "-c", self.deb, env={**os.environ, "TZ": "UTC"}).splitlines():
            self.assertRegex(line, r"^[-d]r[w-][x-]r-[x-]r-[x-] root/root +\d+ 2023-11-14 22:13 \./", line)

    def bill(self):
        return json.loads(run(ROOT / "scripts/bill_of_materials", BUILD))

    def test_bill_of_materials_is_complete(self):
        components = {component["name"]: component for component in self.bill()["components"]}
        # Every header that the sources of the program include, and every library that it loads.
        sources = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".h", ".cpp")]
        sources = [path for path in sources if not {"cluster", "wasm"} & set(path.parts) and path.stem != "browser"]
        headers = {name for path in sources for name in re.findall(r"^#include <(.*)>", path.read_text(), re.MULTILINE)}
        folders = ["/usr/include", *glob.glob("/usr/include/*-linux-gnu"), *glob.glob("/usr/include/c++/*")]
        found = {path for name in headers for folder in folders if os.path.exists(path := f"{folder}/{name}")}
        self.assertTrue(any("/boost/" in path for path in found) and any("/fmt/" in path for path in found), found)
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-Wd", BUILD / "sow"))
        loaded = dict(re.findall(r"^\s*(\S+) => (/\S+)", run("ldd", BUILD / "sow"), re.MULTILINE))
        libraries = {loaded[name] for name in needed if name in loaded}
        self.assertIn("libedit.so.2", needed)
        listed = {source_package(name) for name, component in components.items() if component["purl"].startswith("pkg:deb/")}
        for package in {owner(os.path.realpath(path)) for path in found | libraries}:
            self.assertIn(source_package(package), listed, package)
        # Every npm package that the page imports, in the version that npm installed.
        if (BUILD / "page").exists():
            installed = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
            texts = [path.read_text() for path in (ROOT / "web/src").rglob("*") if path.suffix in (".ts", ".svelte") and ".test." not in path.name]
            imported = {name for text in texts for name in re.findall(r"^\s*import (?!type )[^;]*?from \"(@[\w-]+/[\w-]+|[\w-]+)", text, re.MULTILINE)}
            imported -= {"sow-engine", "virtual", "vitest", "node"}
            self.assertIn("svelte", imported)
            for name in imported:
                self.assertEqual(components[name]["version"], installed[f"node_modules/{name}"]["version"], name)
        self.assertEqual("emscripten" in components, bool(glob.glob(f"{BUILD}/page/assets/*.wasm")))

    def test_components_have_version_license_and_address(self):
        bill = self.bill()
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.5"))
        licenses = (self.share / "doc/sow/copyright").read_text()
        for component in bill["components"]:
            license_id = component["licenses"][0]["expression"]
            self.assertRegex(component["purl"], r"^pkg:(deb/debian|npm|pypi)/(%40[a-z-]+/)?[a-z0-9.%B-]+@[\w.%~-]+$")
            self.assertRegex(license_id, r"^[\w.() -]+$")
            heading = f"{component['name']} {component['version']}: {license_id}\n"
            self.assertIn(heading, licenses)
            self.assertGreater(len(licenses.split(heading)[1].split("\n" + "=" * 100 + "\n")[0]), 500, heading)
        references = [component["bom-ref"] for component in bill["components"]]
        self.assertEqual(bill["dependencies"][0]["dependsOn"], references)
        self.assertEqual(len(references), len(set(references)))

    def test_python_package_has_the_license(self):
        # A link would be a broken link in a source distribution.
        self.assertEqual((ROOT / "python/LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())

    def header(self, source, name):
        run("cmake", f"-DSOURCE={source}", f"-DHEADER={self.folder}/{name}", "-P", source / "cmake/commit.cmake")
        return (self.folder / name).read_text()

    @unittest.skipUnless((ROOT / ".git").exists(), "needs the repository")
    def test_version_names_the_commit_in_repository_and_source_archive(self):
        commit = run("git", "rev-parse", "HEAD", cwd=ROOT).strip()
        expected = f'#define SOW_COMMIT "{commit[:10]}"\n'
        self.assertEqual(self.header(ROOT, "repository.h"), expected)
        # Another project's repository around an unpacked archive does not count.
        archive = self.folder / "project/sow"
        archive.mkdir(parents=True)
        run("git", "init", "-q", archive.parent)
        run("sh", "-euc", f"git archive HEAD .gitattributes cmake | tar -xf - -C '{archive}'", cwd=ROOT)
        self.assertEqual(self.header(archive, "archive.h"), expected)
        (archive / "cmake/commit.txt").write_text("$Format:%H$\n")  # as in a copy that git archive did not make
        self.assertEqual(self.header(archive, "unknown.h"), '#define SOW_COMMIT ""\n')


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
