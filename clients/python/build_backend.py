"""Builds the wheel and the source distribution with the standard library alone (PEP 517).

    python3 build_backend.py DIRECTORY    builds both there

A wheel has the library of $VERBUS_LIBRARY, else CMake compiles it from the sources of the C client.
"""

import base64
import hashlib
import io
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = re.search('^VERSION = "(.*)"$', (HERE / "src" / "verbus" / "_native.py").read_text(), re.M).group(1)
NAME = f"verbus-{VERSION}"
INFO = f"{NAME}.dist-info"
SCHEMAS = ("market-data.xml", "market-data-1.xml", "nasdaq.xml", "orders.xml")
TIME = (1980, 1, 1, 0, 0, 0)  # of all files: the same input gives the same bytes


def place(in_repository, in_distribution):
    """A folder of the repository, or its copy in an unpacked source distribution."""
    found = HERE / in_repository
    return found if found.exists() else HERE / in_distribution


C_CLIENT = place("../c", "c")
SCHEMA_FOLDER = place("../../codecs/src/main/resources", "schemas")
LICENSE = place("../../LICENSE", "LICENSE")


def metadata():
    return (
        f"Metadata-Version: 2.1\nName: verbus\nVersion: {VERSION}\n"
        "Summary: Publishes and subscribes on the Verbus messaging bus of this host, and reads its journals\n"
        "License: Apache-2.0\nRequires-Python: >=3.9\nProvides-Extra: columns\n"
        'Requires-Dist: numpy ; extra == "columns"\nDescription-Content-Type: text/markdown\n\n'
        + (HERE / "README.md").read_text()
    )


def package_files():
    """Name in the wheel and content of each file but the library."""
    for file in sorted((HERE / "src" / "verbus").glob("*.py")):
        yield f"verbus/{file.name}", file.read_bytes()
    for name in SCHEMAS:
        yield f"verbus/schemas/{name}", (SCHEMA_FOLDER / name).read_bytes()


def library():
    given = os.environ.get("VERBUS_LIBRARY")
    if given:
        return Path(given).read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        for command in (["cmake", "-S", str(C_CLIENT), "-B", folder, "-DBUILD_TESTING=OFF"],
                        ["cmake", "--build", folder, "--target", "verbus_client"]):
            subprocess.run(command, check=True, stdout=sys.stderr)
        return (Path(folder) / "libverbus_client.so").read_bytes()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    wheel = f"Wheel-Version: 1.0\nGenerator: verbus\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files = [*package_files(), ("verbus/libverbus_client.so", library()),
             (f"{INFO}/licenses/LICENSE", LICENSE.read_bytes()), (f"{INFO}/METADATA", metadata().encode()),
             (f"{INFO}/WHEEL", wheel.encode())]
    record = "".join(f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files)
    files.append((f"{INFO}/RECORD", f"{record}{INFO}/RECORD,,\n".encode()))
    name = f"{NAME}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            archive.writestr(entry, content)
    return name


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def build_sdist(sdist_directory, config_settings=None):
    """All that build_wheel() needs: this folder, the schemas, and the sources of the C client."""
    files = {"PKG-INFO": metadata().encode(), "LICENSE": LICENSE.read_bytes()}
    for pattern in ("*.toml", "*.py", "README.md", "src/verbus/*.py", "examples/*.py"):
        files.update((str(file.relative_to(HERE)), file.read_bytes()) for file in HERE.glob(pattern))
    files.update((f"schemas/{name}", (SCHEMA_FOLDER / name).read_bytes()) for name in SCHEMAS)
    for pattern in ("CMakeLists.txt", "cmake/*", "include/*", "man/*", "src/*", "tools/*"):
        files.update((f"c/{file.relative_to(C_CLIENT)}", file.read_bytes()) for file in C_CLIENT.glob(pattern))
    name = f"{NAME}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return name


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: build_backend.py DIRECTORY")
    os.makedirs(sys.argv[1], exist_ok=True)
    for build in (build_wheel, build_sdist):
        print(build(sys.argv[1]))
