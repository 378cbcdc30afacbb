#!/usr/bin/env python3
"""Writes a C++ file that holds the bytes of the given files (see cmake/HeddleEmbed.cmake)."""
import os
import sys


def literal(data):
    return ",".join(str(b) for b in data) or "0"


def main():
    symbol, out, *files = sys.argv[1:]
    with open(out, "w") as f:
        f.write('#include "support/embedded.h"\n\nnamespace heddle::embedded {\nnamespace {\n')
        for i, path in enumerate(files):
            with open(path, "rb") as g:
                f.write(f"alignas(16) const unsigned char bytes{i}[] = {{{literal(g.read())}}};\n")
        f.write(f"const support::EmbeddedFile files[] = {{\n")
        for i, path in enumerate(files):
            name = os.path.basename(path)
            size = os.path.getsize(path)
            f.write(f'    {{"{name}", {{reinterpret_cast<const char *>(bytes{i}), {size}}}}},\n')
        if not files:
            f.write("    {{}, {}},\n")
        f.write("};\n} // namespace\n\n")
        f.write(f"std::span<const support::EmbeddedFile> {symbol}() {{ return {{files, {len(files)}}}; }}\n")
        f.write("} // namespace heddle::embedded\n")


main()
