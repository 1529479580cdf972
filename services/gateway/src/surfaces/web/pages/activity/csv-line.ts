/** Characters that begin a formula in spreadsheets, including the wide forms of East Asian keyboards. */
const FORMULA_BEGINNINGS = new Set('=+-@＝＋－＠');

/**
 * Returns one line of a CSV file (RFC 4180). An apostrophe is put before text that a spreadsheet would run as a formula
 * (OWASP, "CSV Injection"). Control characters become spaces, so that they cannot start a new cell or line. Numbers
 * stay numbers.
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
