// Lines of two versions beside each other: equal lines in one row, others opposite nothing or each
// other.

const mostCells = 9e6; ///< Of the table; longer files are beside each other as they are.

/// Pairs [i, j] of equal lines, as many as can be in one order.
function matches(old, current) {
  let first = 0;
  while (first < old.length && first < current.length && old[first] === current[first]) ++first;
  let last = 0;
  while (last < old.length - first && last < current.length - first &&
    old[old.length - 1 - last] === current[current.length - 1 - last]) ++last;
  const result = [];
  for (let i = 0; i < first; ++i) result.push([i, i]);
  const height = old.length - first - last;
  const width = current.length - first - last;
  if (height && width && height * width <= mostCells) {
    const longest = Array.from({length: height + 1}, () => new Uint16Array(width + 1));
    for (let i = height - 1; i >= 0; --i)
      for (let j = width - 1; j >= 0; --j)
        longest[i][j] = old[first + i] === current[first + j] ? longest[i + 1][j + 1] + 1
          : Math.max(longest[i + 1][j], longest[i][j + 1]);
    for (let i = 0, j = 0; i < height && j < width; ) {
      if (old[first + i] === current[first + j]) result.push([first + i++, first + j++]);
      else if (longest[i + 1][j] >= longest[i][j + 1]) ++i;
      else ++j;
    }
  }
  for (let i = last; i > 0; --i) result.push([old.length - i, current.length - i]);
  return result;
}

/// Rows {old, new, isSame} of two files; a side is null where there is nothing.
function aligned(old, current) {
  const rows = [];
  let [i, j] = [0, 0];
  const differing = (toOld, toNew) => {
    while (i < toOld || j < toNew)
      rows.push({old: i < toOld ? old[i++] : null, new: j < toNew ? current[j++] : null, isSame: false});
  };
  for (const [a, b] of matches(old.map((line) => line.text.trimEnd()), current.map((line) => line.text.trimEnd()))) {
    differing(a, b);
    rows.push({old: old[i++], new: current[j++], isSame: true});
  }
  differing(old.length, current.length);
  return rows;
}

/// Files of both versions that belong together: of the same name, else in their order.
function filePairs(old, current) {
  const left = [...current];
  const result = old.map((one) => {
    const same = left.findIndex((other) => baseName(other.file) === baseName(one.file));
    const [found] = same >= 0 ? left.splice(same, 1) : [null];
    return {old: one, new: found};
  });
  for (const pair of result) pair.new ??= left.shift() ?? null;
  return [...result, ...left.map((one) => ({old: null, new: one}))];
}

/// All rows of the sheet, and where each line of a file stands: rowOf.old.get("a.c:7").
function sheetOf(oldSources, newSources) {
  const rows = [];
  const rowOf = {old: new Map(), new: new Map()};
  for (const pair of filePairs(oldSources, newSources)) {
    rows.push({title: {old: pair.old?.file ?? "", new: pair.new?.file ?? ""}});
    for (const row of aligned(pair.old ? linesOf(pair.old) : [], pair.new ? linesOf(pair.new) : [])) {
      for (const side of ["old", "new"])
        if (row[side]?.number) rowOf[side].set(`${pair[side].file}:${row[side].number}`, rows.length);
      rows.push(row);
    }
  }
  return {rows, rowOf};
}
