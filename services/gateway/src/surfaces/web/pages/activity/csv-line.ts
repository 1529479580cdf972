/** Characters with which a formula begins in spreadsheets, including the wide characters of East Asian keyboards. */
const FORMULA_BEGINNINGS = new Set('=+-@＝＋－＠');

/**
 * Returns one line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe
 * (OWASP, "CSV Injection"). Control characters become spaces, because they could begin a new cell or line.
 */
export const csvLine = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: string | number | undefined): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const plain = cell.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  const harmless = FORMULA_BEGINNINGS.has(plain.charAt(0)) ? `'${plain}` : plain;
  return QUOTED.some((mark) => harmless.includes(mark)) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const QUOTED = ['"', ',', ';', "'"];
