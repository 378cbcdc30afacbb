// What each read can see as a table: writes down, reads across.

/// `cellOf(number)` makes what stands for an entry of the section.
function matrixElement(matrix, cellOf) {
  const heading = ({text}, scope) => el("th", {scope}, text);
  return el("div", {class: "matrix"}, el("table", {},
    el("thead", {}, el("tr", {}, el("th", {class: "corner"}, "write \\ read"), ...matrix.columns.map((one) => heading(one, "col")))),
    el("tbody", {}, ...matrix.rows.map((row, i) => el("tr", {}, heading(row, "row"),
      ...matrix.columns.map((_, j) => el("td", {}, matrix.cells[i][j] < 0 ? null : cellOf(matrix.cells[i][j]))))))));
}
