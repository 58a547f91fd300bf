"""The wheel and the source distribution, away from the repository."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

from bench import BusTest

HERE = Path(__file__).parent
HELLO = """import sys, verbus
with verbus.Bus(sys.argv[1]) as bus, bus.subscribe("hello", until_end=True, schemas=()) as subscription:
    with bus.publish("hello", linger=0.001) as publication:
        publication.await_subscribers(1)
        publication.offer(b"hello")
    print([item.payload.decode() for item in subscription if isinstance(item, verbus.Raw)], verbus.__version__)
"""


@unittest.skipUnless(os.environ.get("VERBUS_DIST"), "VERBUS_DIST names no folder with a wheel")
class PackageTest(BusTest):
    def setUp(self):
        super().setUp()
        self.dist = Path(os.environ["VERBUS_DIST"])
        self.work = Path(tempfile.mkdtemp(prefix="verbus-python-package-"))
        self.addCleanup(shutil.rmtree, self.work)

    def wheel(self, folder):
        (wheel,) = folder.glob("*.whl")
        return zipfile.ZipFile(wheel)

    def test_wheel_works_in_a_virtual_environment(self):
        program = self.work / "hello.py"
        program.write_text(HELLO)
        run = subprocess.run([HERE / "outside.sh", sys.executable, self.dist, program, self.directory],
                             capture_output=True, text=True)
        self.assertEqual("['hello'] 0.2.0\n", run.stdout, run.stderr)

    def test_record_of_the_wheel_names_each_file_with_its_digest(self):
        with self.wheel(self.dist) as archive:
            lines = archive.read("verbus-0.2.0.dist-info/RECORD").decode().splitlines()
            recorded = dict(line.rsplit(",", 2)[:2] for line in lines)
            self.assertEqual(set(archive.namelist()), set(recorded))
            for name, digest in recorded.items():
                actual = base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest()).rstrip(b"=").decode()
                self.assertIn(digest, ("", f"sha256={actual}"))

    @unittest.skipUnless(shutil.which("cmake"), "cmake is not installed")
    def test_source_distribution_builds_the_same_wheel(self):
        (sdist,) = self.dist.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(self.work)
        (folder,) = self.work.iterdir()
        environment = {name: value for name, value in os.environ.items() if name != "VERBUS_LIBRARY"}
        code = "import sys; sys.path.insert(0, '.'); import build_backend; build_backend.build_wheel(sys.argv[1])"
        subprocess.run([sys.executable, "-c", code, self.work], cwd=folder, env=environment, check=True,
                       capture_output=True)
        with self.wheel(self.work) as built, self.wheel(self.dist) as expected:
            self.assertEqual(sorted(expected.namelist()), sorted(built.namelist()))
            for name in expected.namelist():
                if not name.endswith((".so", "RECORD")):
                    self.assertEqual(expected.read(name), built.read(name), name)


if __name__ == "__main__":
    unittest.main()
