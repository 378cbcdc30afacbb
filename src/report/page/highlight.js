// C and C++ in colours: comments, strings, numbers, words of the language.

const keywords = new Set(("alignas alignof auto bool break case catch char class const constexpr const_cast continue " +
  "decltype default delete do double dynamic_cast else enum explicit extern false final float for friend goto if inline " +
  "int long mutable namespace new noexcept nullptr operator override private protected public register " +
  "reinterpret_cast restrict return short signed sizeof static static_assert static_cast struct switch template this " +
  "thread_local throw true try typedef typename union unsigned using virtual void volatile while _Atomic _Bool " +
  "_Thread_local").split(" "));

const token = /\/\/.*|\/\*|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\b\d[\w.']*|[A-Za-z_]\w*|^\s*#\s*\w+/g;

/// Pieces of a line as [class, text], and whether a comment goes on behind it.
function pieces(line, inComment) {
  const found = [];
  let at = 0;
  const plain = (end) => {
    if (end > at) found.push(["", line.slice(at, end)]);
    at = Math.max(at, end);
  };
  const comment = (from, searchFrom) => {
    const end = line.indexOf("*/", searchFrom);
    const stop = end < 0 ? line.length : end + 2;
    found.push(["comment", line.slice(from, stop)]);
    at = stop;
    return end < 0;
  };
  if (inComment && comment(0, 0)) return {found, inComment: true};
  token.lastIndex = at;
  for (let match; (match = token.exec(line)); ) {
    plain(match.index);
    const text = match[0];
    if (text === "/*") {
      if (comment(match.index, match.index + 2)) return {found, inComment: true};
      token.lastIndex = at;
      continue;
    }
    const kind = text.startsWith("//") ? "comment" : /^["']/.test(text) ? "string" : /^\d/.test(text) ? "literal"
      : /^\s*#/.test(text) ? "keyword" : keywords.has(text) ? "keyword" : "";
    found.push([kind, text]);
    at = match.index + text.length;
  }
  plain(line.length);
  return {found, inComment: false};
}

/// Where a column, which counts bytes from 1, begins in a line, and how long the word there is.
function wordAt(line, column) {
  if (!column) return null;
  let start = column - 1;
  if (/[^\x00-\x7f]/.test(line))
    start = new TextDecoder().decode(new TextEncoder().encode(line).slice(0, column - 1)).length;
  if (start >= line.length) return null;
  const word = /^(?:[A-Za-z_]\w*|[-+=<>&|*!]+)/.exec(line.slice(start));
  return {start, end: start + (word ? word[0].length : 1)};
}
