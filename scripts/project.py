"""What the checks share: where the project is, which files are its own, and the stage table."""
import subprocess
from collections import namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

Stage = namedtuple("Stage", "name minutes cores purpose")


def git(*arguments, root=ROOT):
    """What git prints. A clone that belongs to another user, as in a container, is fine."""
    return subprocess.run(["git", "-c", "safe.directory=*", "-C", str(root), *arguments],
                          capture_output=True, check=True, text=True).stdout


def files(root=ROOT):
    """Paths relative to root of all files under version control or about to be."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard", root=root)
    return sorted(Path(name) for name in set(listed.split("\0")) if name and (root / name).is_file())


def stages(text=None):
    """The rows of tests/stages.txt."""
    if text is None:
        text = (ROOT / "tests/stages.txt").read_text()
    rows = [line.split(None, 3) for line in text.splitlines() if line and not line.startswith("#")]
    return [Stage(name, float(minutes), int(cores), purpose) for name, minutes, cores, purpose in rows]
