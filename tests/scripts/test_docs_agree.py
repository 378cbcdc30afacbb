"""The guide lists what the sources have: kinds of operations, exit codes, packages."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class DocsAgree(unittest.TestCase):
    def test_every_operation_kind_is_in_the_json_page(self):
        names = re.findall(r'return "([a-z-]+)";', (ROOT / "src/program/op_kind.cpp").read_text())
        self.assertGreater(len(names), 30)
        page = (ROOT / "docs/json.md").read_text()
        unlisted = {"none", "call"}  # Never shown as an access.
        self.assertEqual([n for n in names if f"`{n}`" not in page and n not in unlisted], [])

    def test_every_exit_code_is_in_its_page(self):
        codes = re.findall(r"= (\d+),", (ROOT / "src/support/exit_codes.h").read_text())
        page = (ROOT / "docs/exit-codes.md").read_text()
        self.assertEqual(re.findall(r"^\| (\d+) \|", page, re.MULTILINE), codes)

    def test_every_kind_is_listed_with_its_sentence(self):
        page = (ROOT / "docs/explain.md").read_text()
        for kind in (ROOT / "docs/kinds").glob("*.md"):
            sentence = kind.read_text().split("\n\n")[1].rstrip(".")
            self.assertIn(f"[{kind.stem}](kinds/{kind.stem}.md)", page)
            if "## Example" in kind.read_text():
                row = f"| [{kind.stem}](kinds/{kind.stem}.md) | {sentence[0].lower()}{sentence[1:]} |"
                self.assertIn(row, page)

    def test_every_package_has_a_reason(self):
        rows = [line.split() for line in (ROOT / "scripts/packages.txt").read_text().splitlines()]
        packages = {row[1] for row in rows if row and not row[0].startswith("#")}
        section = (ROOT / "CONTRIBUTING.md").read_text().split("## Dependencies")[1].split("\n## ")[0]
        reasons = {name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
                   for name in re.findall(r"`([^`]+)`", row)}
        self.assertEqual(packages, reasons)


if __name__ == "__main__":
    unittest.main()
