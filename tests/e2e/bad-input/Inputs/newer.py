#!/usr/bin/env python3
"""newer.py IN OUT: copies bitcode, with its producer changed from LLVM 19 to LLVM 99.

The producer is the first string of the file: six bits a character, lowest bit first."""
import string
import sys

ALPHABET = string.ascii_lowercase + string.ascii_uppercase + string.digits + "._"


def pack(text):
    return sum(ALPHABET.index(character) << 6 * i for i, character in enumerate(text))


def main():
    with open(sys.argv[1], "rb") as source:
        data = source.read()
    bits = int.from_bytes(data, "little")
    old, new = "LLVM19", "LLVM99"
    mask = (1 << 6 * len(old)) - 1
    at = next(at for at in range(8 * 100) if bits >> at & mask == pack(old))
    bits ^= (pack(old) ^ pack(new)) << at
    with open(sys.argv[2], "wb") as target:
        target.write(bits.to_bytes(len(data), "little"))


main()
