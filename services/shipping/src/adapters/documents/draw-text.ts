import { isDomestic, type PostalAddress } from '../../domain/address/postal-address';
import { printableText } from '../../sellers/printable-text';
import type { Pdf } from './render-pdf';

export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /**
   * In points. If the text is too long for one line, it is drawn smaller, down to `smallest`. If it is still too long,
   * it is cut.
   */
  readonly size: number;
  readonly smallest?: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

/** Draws one line of text inside its box. Returns the line's height. */
export function drawText(pdf: Pdf, text: string, box: TextBox): number {
  const { x, y, width, bold = false, align = 'left' } = box;
  const line = printableText(text);
  const size = fittingSize(pdf, line, box);
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  const shown = pdf.widthOfString(line) <= width ? line : cut(pdf, line, width);
  const slack = width - pdf.widthOfString(shown);
  const indent = align === 'left' ? 0 : align === 'center' ? slack / 2 : slack;
  if (shown !== '') pdf.text(shown, x + indent, y, { lineBreak: false });
  return size * 1.16;
}

/** Draws texts one below another and leaves out empty texts. Returns the total height. */
export function drawLines(pdf: Pdf, lines: readonly string[], box: TextBox): number {
  let y = box.y;
  for (const line of lines.filter((each) => each.trim() !== '')) y += drawText(pdf, line, { ...box, y });
  return y - box.y;
}

function fittingSize(
  pdf: Pdf,
  line: string,
  { width, size, smallest = size * 0.6, bold = false }: TextBox,
): number {
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  const wide = pdf.widthOfString(line);
  return wide <= width ? size : Math.max(smallest, Math.floor(((size * width) / wide) * 10) / 10);
}

function cut(pdf: Pdf, line: string, width: number): string {
  let shown = line;
  while (shown.length > 1 && pdf.widthOfString(`${shown}…`) > width) shown = shown.slice(0, -1);
  return `${shown}…`;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/**
 * Returns the lines of an address as they stand on a parcel: in capitals, city to ZIP in one line, the country only if
 * it is foreign.
 */
export function addressLines(address: PostalAddress): string[] {
  const place = [`${address.city}`.trim(), `${address.state} ${address.zip}`.trim()]
    .filter(Boolean)
    .join(' ');
  const country = isDomestic(address) ? '' : countryName(address.country);
  const { name, company, street1, street2, street3 } = address;
  return [name, company, street1, street2, street3, place, country]
    .map((line) => printableText(line).toUpperCase())
    .filter((line) => line !== '');
}

export function countryName(code: string): string {
  const country = code.trim().toUpperCase();
  if (country === '') return 'United States';
  return /^[A-Z]{2}$/.test(country) ? (countryNames.of(country) ?? country) : country;
}

/** Returns an amount such as `$12.05`. */
export const dollars = (cents: number): string =>
  `$${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Returns a weight such as `2 lb 3 oz`, rounded up to whole ounces. */
export function weight(ounces: number): string {
  const whole = Math.ceil(ounces);
  const [pounds, rest] = [Math.floor(whole / 16), whole % 16];
  if (pounds === 0) return `${rest} oz`;
  return rest === 0 ? `${pounds} lb` : `${pounds} lb ${rest} oz`;
}

/** Returns a date such as `02 MAR 2026`. */
export function labelDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${day} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
