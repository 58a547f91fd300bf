"""The spread of one instrument over the day of a journal.

    spread.py JOURNAL INSTRUMENT [IMAGE]

INSTRUMENT is a symbol, or the number that the stream gives to it. The book is built of the columns of its orders.
Prints the spread for each of 20 parts of the day, its mean weighted by time, and the last best prices; draws all of it
to IMAGE, such as spread.png, if matplotlib is installed.
"""

import sys

import verbus

PARTS = 20
TEMPLATES = {
    "OrderAdded": ["orderId", "side", "price", "quantity"],
    "OrderExecuted": ["orderId", "quantity"],
    "OrderReduced": ["orderId", "quantity"],
    "OrderDeleted": ["orderId"],
    "OrderReplaced": ["orderId", "newOrderId", "price", "quantity"],
}


def instrument(journal, name):
    """The Instrument with a symbol or a number."""
    for message in journal:
        if name in (message.symbol, str(message.instrumentId)):
            return message
    raise verbus.Error(f"unknown instrument {name}: use a symbol of the stream, or its number")


def changes(directory, number):
    """All changes of the instrument's book in their order: (sequence, time, template, values)."""
    merged = []
    for template, fields in TEMPLATES.items():
        with verbus.journal(directory, on_event=verbus.fail) as journal:
            found = verbus.columns(journal, template, ["header.sequence", "timestamp", *fields],
                                   where={"instrumentId": number})
        rows = zip(*(column.tolist() if hasattr(column, "tolist") else column for column in found.values()))
        merged += [(sequence, time, template, values) for sequence, time, *values in rows]
    merged.sort(key=lambda change: change[0])
    return merged


class Book:
    """Orders and the quantity of each price."""

    def __init__(self):
        self.orders = {}
        self.sides = {b"B": {}, b"S": {}}

    def apply(self, template, values):
        if template == "OrderAdded":
            self.add(*values)
        elif template in ("OrderExecuted", "OrderReduced"):
            self.reduce(*values)
        elif template == "OrderDeleted":
            self.reduce(values[0], None)
        else:
            order, new, price, quantity = values
            side = self.orders[order][0]
            self.reduce(order, None)
            self.add(new, side, price, quantity)

    def add(self, order, side, price, quantity):
        self.orders[order] = [side, price, quantity]
        levels = self.sides[side]
        levels[price] = levels.get(price, 0) + quantity

    def reduce(self, order, quantity):
        side, price, left = self.orders[order]
        quantity = left if quantity is None else quantity
        self.orders[order][2] -= quantity
        if quantity == left:
            del self.orders[order]
        levels = self.sides[side]
        levels[price] -= quantity
        if levels[price] == 0:
            del levels[price]

    def best(self):
        """The best bid and offer, None without both."""
        bids, offers = self.sides[b"B"], self.sides[b"S"]
        return (max(bids), min(offers)) if bids and offers else None


def spreads(directory, number):
    """(time, bid, offer) after each change of the best prices."""
    book = Book()
    points = []
    for _, time, template, values in changes(directory, number):
        book.apply(template, values)
        best = book.best()
        if best is not None and (not points or points[-1][1:] != best):
            points.append((time, *best))
    return points


def clock(nanoseconds):
    seconds = nanoseconds // 1_000_000_000 % 86_400
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def report(points, unit):
    """Prints the mean spread of each part of the day, and of the day."""
    begin, end = points[0][0], points[-1][0] + 1
    spans = [[0, 0] for _ in range(PARTS)]
    for (time, bid, offer), following in zip(points, [*points[1:], (end,)]):
        span = spans[(time - begin) * PARTS // (end - begin)]
        span[0] += (offer - bid) * (following[0] - time)
        span[1] += following[0] - time
    means = [total / duration if duration else None for total, duration in spans]
    widest = max(mean for mean in means if mean is not None)
    for part, mean in enumerate(means):
        if mean is not None:
            bar = "#" * round(40 * mean / widest) if widest else ""
            print(f"{clock(begin + part * (end - begin) // PARTS)} {mean * unit:10.4f} {bar}")
    total = sum(span[0] for span in spans) / sum(span[1] for span in spans)
    print(f"mean: {total * unit:.4f} in {len(points)} changes of the best prices")
    print(f"last: {points[-1][1]} {points[-1][2]}")


def draw(points, unit, title, image):
    try:
        import matplotlib
    except ImportError:
        print(f"{image} is not drawn: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    midnight = points[0][0] // 86_400_000_000_000 * 24
    hours = [time / 3.6e12 - midnight for time, _, _ in points]
    figure, (prices, spread) = pyplot.subplots(2, sharex=True)
    prices.step(hours, [bid * unit for _, bid, _ in points], label="bid", where="post")
    prices.step(hours, [offer * unit for _, _, offer in points], label="offer", where="post")
    prices.legend()
    prices.set_title(title)
    spread.step(hours, [(offer - bid) * unit for _, bid, offer in points], where="post")
    spread.set_xlabel("hours since midnight UTC")
    spread.set_ylabel("spread")
    figure.savefig(image)


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.exit("usage: spread.py JOURNAL INSTRUMENT [IMAGE]")
    directory, name = arguments[:2]
    try:
        with verbus.journal(directory, templates="Instrument", on_event=verbus.fail) as journal:
            found = instrument(journal, name)
        points = spreads(directory, found.instrumentId)
    except verbus.Error as error:
        sys.exit(f"spread: {error}")
    print(f"{found.symbol} (instrument {found.instrumentId})")
    if not points:
        sys.exit(f"spread: {found.symbol} never had a bid and an offer at once")
    unit = 10.0**found.priceExponent
    report(points, unit)
    if len(arguments) == 3:
        draw(points, unit, found.symbol, arguments[2])


if __name__ == "__main__":
    main(sys.argv[1:])
