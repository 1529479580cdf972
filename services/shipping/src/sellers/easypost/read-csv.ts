/**
 * Reads a CSV file (RFC 4180). Returns each row as an object whose keys are the names in the first row. Missing cells
 * are empty.
 */
export function readCsv(text: string): Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  return rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? ''])));
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (quoted || (sign !== ',' && sign !== '\n')) cell += sign;
    else {
      row.push(withoutReturn(cell));
      cell = '';
      if (sign === ',') continue;
      rows.push(row);
      row = [];
    }
  }
  if (cell !== '' || row.length > 0) rows.push([...row, withoutReturn(cell)]);
  return rows;
}

const withoutReturn = (cell: string): string => (cell.endsWith('\r') ? cell.slice(0, -1) : cell);
