"""What tests share: a bus directory in memory, printed seeds, limits of time."""

import os
import random
import shutil
import tempfile
import time
import unittest

import verbus

PATIENCE = 120.0  # seconds: a limit for what hangs, on any machine


def seeded(test):
    """A random generator from a printed seed: VERBUS_SEED of the environment, else the time."""
    seed = int(os.environ.get("VERBUS_SEED", time.time_ns()))
    print(f"{test}: VERBUS_SEED={seed}", flush=True)
    return random.Random(seed)


class BusTest(unittest.TestCase):
    """A test with a bus directory of its own."""

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="verbus-python-test-", dir="/dev/shm")
        self.addCleanup(shutil.rmtree, self.directory)
        # On a busy machine nothing is reported as silent or evicted.
        self.bus = verbus.Bus(self.directory, PATIENCE, PATIENCE, duty_cycle=0.001)
        self.addCleanup(self.bus.close)

    def read(self, subscription, count):
        """So many items, or the test fails."""
        items = []
        end = time.monotonic() + PATIENCE
        while len(items) < count:
            self.assertLess(time.monotonic(), end, f"{items} instead of {count} items")
            items += subscription.poll(count - len(items), timeout=1.0)
        return items

    def fails(self, text, function, /, *arguments, **settings):
        """The call raises Error with this text in its sentence."""
        with self.assertRaises(verbus.Error) as caught:
            function(*arguments, **settings)
        self.assertIn(text, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))
        return caught.exception
