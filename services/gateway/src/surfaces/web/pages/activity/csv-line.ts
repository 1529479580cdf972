/** What a spreadsheet takes for the beginning of a formula, the wide forms of East Asian keyboards included. */
const FORMULA_BEGINNINGS = new Set('=+-@＝＋－＠');

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front, which
 * spreadsheets take for the mark of a text (OWASP, "CSV Injection"); control characters become spaces, so that none of
 * them opens a cell or a line of its own. Numbers stay numbers.
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
