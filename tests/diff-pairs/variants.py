"""Rewrites a program so that nothing about its threads changes: renames, moves, formats, logs."""
import re

# `static void *name(`, `int name(`: a function is defined on this line.
FUNCTION = re.compile(r"^(?:static )?[A-Za-z_][\w ]*[ *](\w+)\([^;]*\) \{", re.M)
# `int name;`, `volatile int name = 1;`, `pthread_mutex_t name = …`: a variable of the file.
VARIABLE = re.compile(r"^(?!static|using|typedef|return|struct \w+ \{|enum)[A-Za-z_][\w:<>]*"
                      r"(?: \w+)*[ *]+(\w+)(?:\[\d+\])?(?: = .*|\{\d*\})?;", re.M)
LOCAL = re.compile(r"^  (?:const )?int \*?(\w+) = ", re.M)


def replaced(text, names):
    for name, other in names.items():
        # Not a member of something.
        text = re.sub(rf"(?<![\w.\"]){name}\b(?![\"])", other, text)
    return text


def functions(text):
    return [name for name in FUNCTION.findall(text) if name != "main"]


def rename_functions(text):
    return replaced(text, {name: f"do{name[0].upper()}{name[1:]}" for name in functions(text)})


def rename_variables(text):
    return replaced(text, {name: f"the{name[0].upper()}{name[1:]}"
                           for name in VARIABLE.findall(text)})


def rename_locals(text):
    taken = set(VARIABLE.findall(text))
    return replaced(text, {name: f"{name}Here" for name in LOCAL.findall(text)
                           if name not in taken})


def move_functions(text):
    """All functions but main the other way round, with declarations before them."""
    blocks = re.split(r"\n\n", text.rstrip("\n"))
    main = [block for block in blocks if FUNCTION.match(block) and " main(" in block]
    moved = [block for block in blocks if FUNCTION.match(block) and block not in main]
    declared = [re.sub(r" \{.*", ";", block, flags=re.S) for block in moved]
    rest = [block for block in blocks if block not in moved + main]
    first = next((i for i, block in enumerate(rest) if VARIABLE.search(block)), len(rest))
    return "\n\n".join(rest[:first] + ["\n".join(declared)] + rest[first:] + moved[::-1] + main) + "\n"


def reformat(text):
    """Other indentation, braces on lines of their own, a space before arguments."""
    lines = []
    for line in text.splitlines():
        blank = len(line) - len(line.lstrip(" "))
        line = "\t" * (blank // 2) + line.lstrip(" ")
        if FUNCTION.match(line) and line.endswith("{"):
            lines += [line[:-2], "{", ""]
        else:
            lines.append(re.sub(r"^(\s*\w+)\(&", r"\1 ( &", line))
    return "\n".join(lines) + "\n"


def comment(text):
    """A remark before every function and after every statement."""
    text = FUNCTION.sub(lambda found: f"/* What {found[1]} does is said below. */\n{found[0]}", text)
    return re.sub(r";$", "; // and so on", text, flags=re.M)


def log(text):
    """Every function tells when it begins, main also before it ends."""
    def begin(found):
        return f'{found[0]}\n  puts("{found[1]} begins");'
    text = re.sub(FUNCTION.pattern + "$", begin, text, flags=re.M)
    text = re.sub(r"^  return 0;", '  puts("all is done");\n  return 0;', text, flags=re.M)
    return "#include <stdio.h>\n" + text


def log_by_helper(text):
    """The same through a function of the program's own, with a level."""
    def begin(found):
        return f'{found[0]}\n  note(2, "{found[1]}");'
    text = re.sub(FUNCTION.pattern + "$", begin, text, flags=re.M)
    helper = ("#include <stdio.h>\n\nstatic void note(int level, const char *text) {\n"
              "  if (level > 1)\n    printf(\"%d %s\\n\", level, text);\n}\n")
    return helper + text


def everything(text):
    for change in (move_functions, rename_functions, rename_variables, log, comment, reformat):
        text = change(text)
    return text


CHANGES = (rename_functions, rename_variables, rename_locals, move_functions, reformat, comment, log,
           log_by_helper, everything)
