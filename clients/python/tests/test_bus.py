"""Subscriptions and publications: policies, starts, events, closes, interrupts, processes."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from pathlib import Path

import verbus
from bench import PATIENCE, BusTest

STREAM = "md.python"
SMALL = 64 << 10


class SubscriptionTest(BusTest):
    def publication(self, **settings):
        publication = self.bus.publish(STREAM, **{"capacity": SMALL, "name": "feed", "linger": 0.001, **settings})
        self.addCleanup(publication.close)
        return publication

    def subscription(self, **settings):
        subscription = self.bus.subscribe(STREAM, **{"name": "reader", **settings})
        self.addCleanup(subscription.close)
        return subscription

    def test_every_policy_delivers_messages_and_events_in_order(self):
        for policy in ("block", "skip", "conflate", "evict"):
            with self.subTest(policy), self.subscription(policy=policy, until_end=True) as subscription:
                with self.publication(timestamps=policy != "skip") as publication:
                    self.assertTrue(publication.await_subscribers(1, PATIENCE))
                    for number in range(100):
                        self.assertEqual(number, publication.publish("Quote", instrumentId=number, channel=0))
                items = list(subscription)
                self.assertEqual([None, *["Quote"] * 100, None], [item.template for item in items])
                started, *quotes, ended = items
                self.assertEqual((verbus.Started, verbus.Ended), (type(started), type(ended)))
                self.assertEqual(100, ended.messages)
                self.assertEqual([*range(100)], [quote.instrumentId for quote in quotes])
                self.assertEqual([*range(100)], [quote.header.sequence for quote in quotes])
                self.assertEqual({publication.session}, {quote.header.session for quote in quotes})
                self.assertEqual(policy == "skip", quotes[0].header.published_ns is None)
                self.assertEqual([], subscription.poll())

    def test_start_is_chosen(self):
        publication = self.publication()
        for number in range(10):
            publication.offer(bytes([number]))
        for start, expected in (("oldest", 0), (7, 7)):
            with self.subscription(start=start, schemas=()) as subscription:
                items = self.read(subscription, 11 - expected)
                self.assertEqual([*range(expected, 10)], [item.payload[0] for item in items[1:]])
        with self.subscription(start="next", schemas=()) as subscription:
            publication.offer(b"new")
            self.assertEqual(b"new", self.read(subscription, 2)[1].payload)

    def test_gap_has_its_exact_range(self):
        publication = self.publication()
        subscription = self.subscription(schemas=(), until_end=True)
        publication.await_subscribers(1)
        for _ in range(3000):
            publication.offer(bytes(64))
        publication.close()
        following = None
        for item in subscription:
            if isinstance(item, verbus.Started):
                following = item.first
            elif isinstance(item, verbus.Gap):
                self.assertEqual((following, 0, True), (item.first, item.cause, item.is_loss))
                self.assertIn("lapped by its publisher", str(item))
                following = item.last + 1
            elif isinstance(item, verbus.Raw):
                self.assertEqual(following, item.header.sequence)
                following += 1
            else:
                self.assertEqual(3000, item.messages)
        self.assertEqual(3000, following)

    def test_fail_raises_at_a_gap_and_the_iteration_continues(self):
        publication = self.publication()
        subscription = self.subscription(schemas=(), on_event=verbus.fail, until_end=True)
        publication.await_subscribers(1)
        for _ in range(3000):
            publication.offer(bytes(64))
        publication.close()
        caught = self.fails("are missing: the subscription was lapped", lambda: [*subscription])
        self.assertIsInstance(caught.event, verbus.Gap)
        self.assertEqual(2999, [*subscription][-1].header.sequence)

    def test_only_wanted_templates_are_returned(self):
        subscription = self.subscription(templates=["Trade"], until_end=True, on_event=lambda _: None)
        with self.publication() as publication:
            publication.await_subscribers(1)
            publication.publish("Quote", instrumentId=1, channel=0)
            publication.offer(b"raw")
            publication.publish("Trade", instrumentId=2, channel=0)
        self.assertEqual([2], [trade.instrumentId for trade in subscription])

    def test_malformed_message_is_an_event(self):
        subscription = self.subscription(until_end=True)
        with self.publication() as publication:
            publication.await_subscribers(1)
            whole = subscription.schemas.encode("Quote", instrumentId=1, channel=0)
            publication.offer(whole[:-1])
            publication.offer(whole)
        started, malformed, quote, ended = subscription
        self.assertIsInstance(malformed, verbus.Malformed)
        self.assertEqual((0, whole[:-1]), (malformed.sequence, malformed.payload))
        self.assertIn("message 0: malformed Quote: its block of 64 bytes exceeds the message", str(malformed))
        self.assertEqual(("Quote", True, True), (quote.template, malformed.is_loss, ended.is_end))

    def test_long_message_takes_several_frames(self):
        publication = self.publication(capacity=16 << 20)
        with self.subscription(schemas=(), start="oldest") as subscription:
            payload = bytes(range(256)) * (publication.max_length // 256)
            publication.offer(payload)
            self.assertTrue(self.read(subscription, 2)[1].payload == payload)
        self.fails("exceeds", publication.offer, bytes(publication.max_length + 1))

    def test_back_pressure_ends_by_timeout_or_by_reading(self):
        publication = self.publication(blocking=["slow"])
        subscription = self.subscription(name="slow", policy="block", schemas=())
        publication.await_subscribers(1)
        with self.assertRaises(verbus.Error) as caught:
            for _ in range(3000):
                publication.offer(bytes(64), timeout=0.01)
        self.assertEqual(verbus.Error.BACK_PRESSURED, caught.exception.status)
        self.assertGreater(subscription.lag(), SMALL // 2)
        writer = threading.Thread(target=publication.offer, args=(b"last",))
        writer.start()
        while True:
            if getattr(self.read(subscription, 1)[0], "payload", b"") == b"last":
                break
        writer.join(PATIENCE)
        self.assertFalse(writer.is_alive())

    def test_refusal_is_an_event(self):
        publication = self.publication(blocking="none")
        subscription = self.subscription(policy="block", schemas=())
        publication.await_subscribers(1)
        publication.offer(b"x")
        types = [type(item) for item in self.read(subscription, 3)]
        self.assertEqual({verbus.Started, verbus.Refused, verbus.Raw}, set(types))

    def test_restart_names_the_earlier_session(self):
        subscription = self.subscription(schemas=())
        sessions = []
        for _ in range(2):
            with self.publication() as publication:
                publication.await_subscribers(1)
                sessions.append(publication.session)
        items = self.read(subscription, 5)
        self.assertEqual(["Started", "Ended", "Restarted", "Started", "Ended"], [type(item).__name__ for item in items])
        self.assertEqual((sessions[1], sessions[0]), (items[2].session, items[2].earlier))

    def test_death_of_a_publisher_is_reported(self):
        subscription = verbus.subscribe(STREAM, directory=self.directory, schemas=(), until_end=True)
        self.addCleanup(subscription.close)
        code = (f"import verbus, os, sys\np = verbus.publish({STREAM!r}, directory={self.directory!r})\n"
                "p.await_subscribers(1)\np.offer(b'x')\nos.kill(os.getpid(), 9)\n")
        self.assertEqual(-signal.SIGKILL, subprocess.run([sys.executable, "-c", code]).returncode)
        *_, lost = subscription
        self.assertIsInstance(lost, verbus.LostSession)
        self.assertEqual((True, True, 3, 1), (lost.is_end, lost.is_loss, lost.cause, lost.known))

    def test_use_after_close_raises(self):
        publication = self.publication()
        subscription = self.subscription()
        for resource in (subscription, publication):
            resource.close()
            resource.close()
            self.assertTrue(resource.is_closed)
        self.fails("the subscription is closed", subscription.poll)
        self.fails("the subscription is closed", next, subscription)
        self.fails("the subscription is closed", subscription.lag)
        self.fails("the publication is closed", publication.offer, b"")
        self.fails("the publication is closed", publication.subscribers)
        other = self.subscription()
        self.bus.close()
        self.fails("the subscription is closed", other.poll)
        self.fails("the bus is closed", self.bus.subscribe, STREAM)
        self.fails("the bus is closed", self.bus.publish, STREAM)

    def test_close_by_another_thread_ends_an_iteration(self):
        subscription = self.subscription()
        caught = []

        def iterate():
            try:
                next(subscription)
            except verbus.Error as error:
                caught.append(str(error))

        reader = threading.Thread(target=iterate)
        reader.start()
        subscription.close()
        reader.join(PATIENCE)
        self.assertEqual(["the subscription is closed"], caught)

    def test_interrupt_ends_an_iteration_and_loses_nothing(self):
        # A process in the background of a shell ignores the signal.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        subscription = self.subscription(schemas=())
        timer = threading.Timer(0.05, signal.raise_signal, (signal.SIGINT,))
        with self.assertRaises(KeyboardInterrupt):
            timer.start()
            next(subscription)
        timer.join()
        publication = self.publication()
        publication.await_subscribers(1)
        publication.offer(b"x")
        self.assertEqual(b"x", self.read(subscription, 2)[1].payload)

    def test_interrupt_after_a_poll_leaves_its_batch_for_the_next(self):
        subscription = self.subscription(schemas=(), start="oldest")
        publication = self.publication()
        publication.await_subscribers(1)
        publication.offer(b"x")
        decode = subscription._decode

        def interrupted(_):
            subscription._decode = decode
            raise KeyboardInterrupt

        subscription._decode = interrupted
        with self.assertRaises(KeyboardInterrupt):
            self.read(subscription, 2)
        self.assertEqual([verbus.Started, verbus.Raw], [type(item) for item in self.read(subscription, 2)])

    def test_forgotten_objects_are_closed_with_a_warning(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            subscription = verbus.subscribe(STREAM, directory=self.directory)
            del subscription
            gc.collect()
        self.assertEqual({"the subscription was not closed", "the bus was not closed"},
                         {str(warning.message) for warning in caught})
        self.assertEqual([], list(Path(self.directory).rglob("*.positions")))

    def test_child_process_cannot_use_what_its_parent_opened(self):
        subscription = self.subscription()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                subscription.poll()
            except verbus.Error as error:
                status = 0 if "belongs to the parent process" in str(error) else 2
            subscription.close()
            os._exit(status)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        self.assertEqual([], subscription.poll())

    def test_threads_use_several_subscriptions_at_once(self):
        counts = []

        def read():
            with self.bus.subscribe(STREAM, schemas=(), policy="block", until_end=True) as subscription:
                counts.append(sum(isinstance(item, verbus.Raw) for item in subscription))

        readers = [threading.Thread(target=read) for _ in range(3)]
        for reader in readers:
            reader.start()
        with self.publication(linger=PATIENCE) as publication:
            self.assertTrue(publication.await_subscribers(3, PATIENCE))
            for _ in range(2000):
                publication.offer(bytes(50))
        for reader in readers:
            reader.join(PATIENCE)
        self.assertEqual([2000] * 3, counts)

    def test_errors_are_one_sentence(self):
        subscribe = self.bus.subscribe
        self.fails('invalid stream name "../x": use 1 to 120 letters', subscribe, "../x")
        self.fails("did you mean conflate?", subscribe, STREAM, policy="conflat")
        self.fails("did you mean oldest?", subscribe, STREAM, start="olest")
        self.fails("use a sequence from 0 on", subscribe, STREAM, start=-1)
        self.fails("use 1 to 1024", subscribe, STREAM, session_limit=0)
        self.fails("did you mean Quote?", subscribe, STREAM, templates="Quotes")
        self.fails("no schema is loaded", subscribe, STREAM, templates="Quote", schemas=())
        self.fails("it contains NUL", subscribe, "a\0b")
        self.fails("is not the name of a stream", subscribe, 5)
        self.fails("of a subscription of stream", subscribe, STREAM, name="")
        self.fails("cannot read the schema /none.xml", subscribe, STREAM, schemas="/none.xml")
        self.fails("capacity", self.bus.publish, STREAM, capacity=5)
        self.fails("a list of names", self.bus.publish, STREAM, blocking="reader")
        self.fails("the heartbeat timeout is -1 s", verbus.Bus, self.directory, heartbeat_timeout=-1)
        self.fails("/proc", verbus.Bus, "/proc/verbus")
        self.fails("rows or a timeout", verbus.columns, self.subscription(), "Quote", "bidPrice")

    def test_missing_library_is_one_sentence(self):
        for library, text in (("/nonexistent.so", "cannot load /nonexistent.so"),
                              ("libc.so.6", "is not libverbus_client 0.2.0")):
            code = (f"import verbus\ntry:\n verbus.Bus({self.directory!r})\n"
                    "except verbus.Error as error:\n print(error)\n")
            run = subprocess.run([sys.executable, "-c", code], env={**os.environ, "VERBUS_LIBRARY": library},
                                 capture_output=True, text=True)
            self.assertIn(text, run.stdout)
            self.assertEqual((1, ""), (run.stdout.count("\n"), run.stderr))

    def test_poll_without_messages_waits_for_its_timeout(self):
        begin = time.monotonic()
        self.assertEqual([], self.subscription().poll(timeout=0.02))
        self.assertGreaterEqual(time.monotonic() - begin, 0.02)


if __name__ == "__main__":
    unittest.main()
