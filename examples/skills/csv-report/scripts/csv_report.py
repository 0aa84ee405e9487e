#!/usr/bin/env python3
"""Summarise a CSV file as Markdown: one line per column, and totals per group on request."""

import argparse
import csv
import io
import re
import sys
from datetime import date
from decimal import Decimal, localcontext

# Longer digit strings are identifiers; within these bounds every sum is exact at PRECISION digits.
NUMBER = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{1,15})?")
PRECISION = 80
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LONGEST_CELL = 40
MARKDOWN = re.compile(r"[\\|<>\[\]`*]")


class BadData(Exception):
    """The file cannot be reported on; the message tells why."""


class Column:
    """What is known of one column after all rows."""

    def __init__(self, name):
        self.name = name
        self.filled = 0
        self.total = Decimal(0)
        self.distinct = set()
        self.kinds = set()

    def add(self, text):
        if text == "":
            return
        kind = kind_of(text)
        self.filled += 1
        self.kinds.add(kind)
        self.distinct.add(text)
        if kind == "number":
            self.total += Decimal(text)

    def cells(self):
        kind = self.kind()
        lowest, highest = self.range_of(kind)
        mean = plain(round(self.total / self.filled, 4)) if kind == "number" else ""
        return [self.name, kind, self.filled, len(self.distinct), lowest, highest, mean]

    def kind(self):
        if not self.kinds:
            return "empty"
        return next(iter(self.kinds)) if len(self.kinds) == 1 else "text"

    def range_of(self, kind):
        if kind == "empty":
            return "", ""
        key = Decimal if kind == "number" else str
        return min(self.distinct, key=key), max(self.distinct, key=key)


def main():
    options = parse_options()
    try:
        text = read_text(options.file)
        header, rows = read_table(text, options.delimiter)
        report = column_report(title_of(options), header, rows)
        if options.group_by is not None:
            report += [""] + group_report(header, rows, options)
    except BadData as problem:
        print(f"csv_report.py: {problem}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(("\n".join(report) + "\n").encode("utf-8", "backslashreplace"))
    return 0


def parse_options():
    parser = argparse.ArgumentParser(prog="csv_report.py", description=__doc__)
    parser.add_argument("file", help="CSV file in UTF-8, or - for standard input")
    parser.add_argument("--group-by", metavar="COLUMN")
    parser.add_argument("--sum", metavar="COLUMN")
    parser.add_argument("--top", metavar="N", type=int, default=10)
    parser.add_argument("--delimiter", metavar="CHAR")
    parser.add_argument("--title", metavar="TEXT")
    options = parser.parse_args()
    if options.sum is not None and options.group_by is None:
        parser.error("--sum needs --group-by")
    if options.top < 1:
        parser.error("--top must be at least 1")
    if options.delimiter == "tab":
        options.delimiter = "\t"
    if options.delimiter is not None and (len(options.delimiter) != 1 or options.delimiter in '"\r\n'):
        parser.error("--delimiter must be one character, or tab")
    return options


def read_text(file):
    name = "standard input" if file == "-" else file
    try:
        if file == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(file, "rb") as handle:
                data = handle.read()
    except (OSError, ValueError) as problem:
        raise BadData(f"cannot read {name}: {getattr(problem, 'strerror', None) or problem}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise BadData(f"{name} is not UTF-8 (line {line})") from None
    if "\0" in text:
        raise BadData(f"{name} holds NUL characters; it is not a text file")
    return text


def read_table(text, delimiter):
    csv.field_size_limit(2**31 - 1)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or guess_delimiter(text), strict=True)
    header, rows = None, []
    try:
        for row in reader:
            if len(row) < 2 and not "".join(row).strip():
                continue
            cells = [cell.strip() for cell in row]
            if header is None:
                header = check_header(cells)
            elif len(cells) != len(header):
                fields = "1 field" if len(cells) == 1 else f"{len(cells)} fields"
                raise BadData(f"line {reader.line_num} has {fields}, the header has {len(header)}")
            else:
                rows.append(cells)
    except csv.Error as problem:
        raise BadData(f"line {reader.line_num}: {problem}") from None
    if header is None:
        raise BadData("the file is empty")
    return header, rows


def guess_delimiter(text):
    first_line = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first_line.count)


def check_header(names):
    for position, name in enumerate(names, start=1):
        if name == "":
            raise BadData(f"column {position} has no name")
        if name in names[: position - 1]:
            raise BadData(f"two columns are named '{name}'")
    return names


def column_report(title, header, rows):
    columns = [Column(name) for name in header]
    with localcontext() as context:
        context.prec = PRECISION
        for row in rows:
            for column, cell in zip(columns, row):
                column.add(cell)
        table = [column.cells() for column in columns]
    head = ["Column", "Kind", "Filled", "Distinct", "Lowest", "Highest", "Mean"]
    return [
        f"# {shown(title)}",
        "",
        f"{count(len(rows), 'row')}, {count(len(header), 'column')}",
        "",
        *markdown_table(head, table, right_from=2),
    ]


def group_report(header, rows, options):
    group_at = position_of(options.group_by, header)
    sum_at = None if options.sum is None else position_of(options.sum, header)
    groups = {}
    with localcontext() as context:
        context.prec = PRECISION
        for row in rows:
            size, total = groups.get(row[group_at], (0, Decimal(0)))
            groups[row[group_at]] = (size + 1, total if sum_at is None else total + amount(row[sum_at], options.sum))
        order = 0 if sum_at is None else 1
        ranked = sorted(groups.items(), key=lambda item: (-item[1][order], item[0]))
        shown_groups, rest = ranked[: options.top], ranked[options.top :]
        if rest:
            size, total = (sum(part) for part in zip(*(group for _, group in rest)))
            shown_groups.append((f"({count(len(rest), 'more group')})", (size, total)))
    head = [options.group_by, "Rows"] + ([] if sum_at is None else [f"Sum of {options.sum}"])
    body = [
        [name or "(blank)", size] + ([] if sum_at is None else [plain(total)])
        for name, (size, total) in shown_groups
    ]
    return [f"## By {shown(options.group_by)}", "", *markdown_table(head, body, right_from=1)]


def position_of(name, header):
    if name not in header:
        raise BadData(f"the file has no column '{name}'; it has: {', '.join(header)}")
    return header.index(name)


def amount(text, column):
    if text == "":
        return Decimal(0)
    if kind_of(text) != "number":
        raise BadData(f"column '{column}' cannot be summed: '{text}' is not a number")
    return Decimal(text)


def kind_of(text):
    if NUMBER.fullmatch(text):
        return "number"
    if DATE.fullmatch(text):
        try:
            date.fromisoformat(text)
            return "date"
        except ValueError:
            return "text"
    return "text"


def title_of(options):
    if options.title is not None:
        return options.title
    return "Standard input" if options.file == "-" else re.split(r"[/\\]", options.file)[-1]


def markdown_table(head, body, right_from):
    rule = ["---" if at < right_from else "---:" for at in range(len(head))]
    return [table_row(head), table_row(rule), *(table_row(row) for row in body)]


def table_row(cells):
    return "| " + " | ".join(shown(str(cell)) for cell in cells) + " |"


def shown(text):
    """The text as a cell shows it: one line, no hidden characters, no Markdown of its own, not too long."""
    one_line = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(text.split()))
    short = one_line if len(one_line) <= LONGEST_CELL else one_line[: LONGEST_CELL - 1] + "…"
    return MARKDOWN.sub(r"\\\g<0>", short)


def plain(number):
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def count(number, noun):
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


if __name__ == "__main__":
    sys.exit(main())
