// Source files as rows of a sheet.

/// The lines of a file, with a row for what was left out between its pieces.
function linesOf(source) {
  const rows = [];
  let next = 1;
  let inComment = false;
  const leftOut = (upTo) => {
    if (upTo >= next) rows.push({number: 0, text: `lines ${next} to ${upTo} are not in this page`, inComment: false});
  };
  for (const piece of source.pieces) {
    leftOut(piece.first - 1);
    if (piece.first > next) inComment = false;
    piece.text.forEach((text, i) => {
      rows.push({number: piece.first + i, text, inComment});
      inComment = pieces(text, inComment).inComment;
    });
    next = piece.first + piece.text.length;
  }
  leftOut(source.lines);
  return rows;
}

/// The rows of one program, file after file, and where each line stands: rowOf.program.get("a.c:7").
function sheetOfProgram(sources) {
  const rows = [];
  const rowOf = {program: new Map()};
  for (const source of sources) {
    rows.push({title: {program: source.file}});
    for (const line of linesOf(source)) {
      if (line.number) rowOf.program.set(`${source.file}:${line.number}`, rows.length);
      rows.push({program: line, isSame: true});
    }
  }
  return {rows, rowOf};
}
