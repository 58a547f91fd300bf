"""Journals: the one that the Java recorder of layout 1 has written, as it is and damaged."""

import shutil
import tempfile
import unittest
import zipfile
from pathlib import Path

import verbus
from bench import BusTest, seeded

KEPT = Path(__file__).parents[3] / "bus-journal" / "src" / "test" / "resources" / "journal" / "layout-1.zip"


class JournalTest(BusTest):
    def setUp(self):
        super().setUp()
        self.folder = Path(tempfile.mkdtemp(prefix="verbus-python-journal-"))
        self.addCleanup(shutil.rmtree, self.folder)
        with zipfile.ZipFile(KEPT) as archive:
            archive.extractall(self.folder)
        self.journal_folder = next(self.folder.rglob("*.segment")).parent
        self.segments = sorted(self.journal_folder.glob("*.segment"))

    def assert_whole(self, items):
        following = 0
        for item in items:
            if isinstance(item, verbus.Gap):
                self.assertEqual((following, False), (item.first, item.is_damage))
                following = item.last + 1
            elif isinstance(item, verbus.Raw):
                header = item.header
                self.assertEqual(following, header.sequence)
                self.assertEqual(bytes((following * 31 + at) % 256 for at in range(following * 37 % 91)), item.payload)
                self.assertEqual(1_767_225_600_000_000_000 + following * 1000, header.received_utc_ns)
                self.assertEqual(header.received_utc_ns - 250, header.published_ns)
                following += header.frames
        return following

    def test_messages_and_events_are_read_in_order(self):
        with verbus.journal(self.journal_folder, schemas=()) as journal:
            self.assertEqual(2, len(journal.sessions))
            first = journal.sessions[0].id
            for _ in range(2):
                items = [*journal]
                begins = [index for index, item in enumerate(items) if isinstance(item, verbus.Started)]
                self.assertEqual([0, begins[1]], begins)
                self.assert_whole(items[: begins[1]])
                self.assertIsInstance(items[begins[1] - 1], verbus.Ended)
                self.assertEqual(288, sum(isinstance(item, verbus.Raw) for item in items[: begins[1]]))
        with verbus.journal(str(self.journal_folder), session=first, schemas=()) as journal:
            self.assertEqual(begins[1], len([*journal]))

    def test_events_go_to_on_event(self):
        events = []
        with verbus.journal(self.journal_folder, schemas=(), on_event=events.append) as journal:
            messages = [*journal]
        self.assertTrue(all(isinstance(item, verbus.Raw) for item in messages))
        self.assertIn(verbus.Ended, {type(event) for event in events})

    def test_damage_is_an_exact_gap(self):
        data = bytearray(self.segments[1].read_bytes())
        data[8_500:8_600] = bytes(100)
        self.segments[1].write_bytes(data)
        with verbus.journal(self.journal_folder, schemas=()) as journal:
            damage = [item for item in journal if isinstance(item, verbus.Gap) and item.is_damage]
            self.assertEqual(1, len(damage))
            self.assertIn("is damaged at offset", str(damage[0]))
        with verbus.journal(self.journal_folder, schemas=(), on_event=verbus.fail) as journal:
            self.fails("are missing", lambda: [*journal])

    def test_mutated_journals_are_read_or_refused(self):
        random = seeded("test_journal")
        good = [segment.read_bytes() for segment in self.segments]
        for _ in range(60):
            victim = random.randrange(len(good))
            data = bytearray(good[victim])
            for _ in range(random.randrange(1, 9)):
                at = random.choice((random.randrange(len(data)), random.randrange(2) * 8192 + random.randrange(1024)))
                data[at] = random.randrange(256)
            self.segments[victim].write_bytes(data[: random.choice((len(data), random.randrange(len(data))))])
            try:
                with verbus.journal(self.journal_folder) as journal:
                    for item in journal:
                        repr(item)
                    verbus.columns(journal, "Quote", ["bidPrice"])
            except verbus.Error as error:
                self.assertNotIn("\n", str(error))
            self.segments[victim].write_bytes(good[victim])

    def test_use_after_close_raises(self):
        journal = verbus.journal(self.journal_folder, schemas=())
        items = iter(journal)
        next(items), next(items)
        journal.close()
        self.fails("the journal is closed", lambda: [*items])
        self.fails("the journal is closed", lambda: [*journal])

    def test_errors_are_one_sentence(self):
        self.fails("there is no journal in /nonexistent", verbus.journal, "/nonexistent")
        known = self.segments[0].name[:16]
        wrong = known[:-1] + ("0" if known[-1] != "0" else "1")
        self.fails(f"did you mean {known}?", verbus.journal, self.journal_folder, session=wrong)
        self.fails("is not the directory of a journal", verbus.journal, 7)


if __name__ == "__main__":
    unittest.main()
