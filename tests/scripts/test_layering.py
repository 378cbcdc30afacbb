"""scripts/layering.py finds every way to break a border."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import layering
import project

ROOMS = "support:\nprogram: support\nvm: support program\n"


class Layering(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.write("rooms.txt", ROOMS)

    def write(self, name, text):
        path = self.root / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def problems(self):
        return layering.check(self.root)

    def test_allowed_includes(self):
        self.write("vm/vm.cpp", '#include "vm/vm.h"\n#include "program/program.h"\n#include <vector>\n'
                                '#include "neighbour.h"\n#include <llvm/IR/Module.h>\n')
        self.assertEqual(self.problems(), [])

    def test_include_from_program_to_vm(self):
        self.write("program/program.cpp", '#include "support/ids.h"\n#include "vm/vm.h"\n')
        (problem,) = self.problems()
        self.assertIn("src/program/program.cpp:2: room 'program' may not include 'vm/vm.h'", problem)

    def test_angle_brackets_and_subfolders_do_not_hide_it(self):
        self.write("program/deep/er.cpp", "  #  include <vm/vm.h>\n")
        self.assertEqual(len(self.problems()), 1)

    def test_dots_do_not_hide_it(self):
        self.write("program/program.cpp", '#include "../vm/vm.h"\n')
        self.assertEqual(len(self.problems()), 1)

    def test_linking_counts_as_knowing(self):
        self.write("program/CMakeLists.txt", "heddle_room(program SOURCES a.cpp USES heddle_vm heddle_llvm)\n")
        (problem,) = self.problems()
        self.assertIn("may not link 'vm'", problem)

    def test_unknown_room_included(self):
        self.write("vm/vm.cpp", '#include "attic/box.h"\n')
        self.assertEqual(len(self.problems()), 1)

    def test_folder_without_a_room(self):
        self.write("attic/box.h", "")
        self.assertEqual(len(self.problems()), 1)

    def test_cycle(self):
        self.write("rooms.txt", "program: vm\nvm: program\n")
        (problem,) = self.problems()
        self.assertIn("'program' names 'vm', which is no room above it", problem)

    def test_the_real_tree_with_one_bad_line(self):
        real = project.ROOT / "src"
        for path in real.rglob("*"):
            if path.suffix in (".h", ".cpp") or path.name in ("rooms.txt", "CMakeLists.txt"):
                self.write(path.relative_to(real), path.read_text())
        self.assertEqual(self.problems(), [])
        door = (real / "program/program.h").read_text()
        self.write("program/program.h", door + '#include "vm/vm.h"\n')
        self.assertEqual(len(self.problems()), 1)


if __name__ == "__main__":
    unittest.main()
