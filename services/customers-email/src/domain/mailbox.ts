/**
 * Returns the text as one line without control characters. In a header of a mail, a second line could be another
 * header.
 */
export function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

const PLACEHOLDERS = new Set(['none', 'noemail']);

/** True when the address means "no e-mail known". */
export function isPlaceholderEmail(email: string): boolean {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return at < 0 || PLACEHOLDERS.has(address.slice(0, at)) || address.slice(at + 1) === 'example.invalid';
}

/** Returns enough of an address for its owner to recognise it: `a…@engine.org`. */
export const addressHint = (email: string): string => email.replace(/^(.).*(@[^@]*)$/u, '$1…$2');

/** Returns the part after the `@`, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** True for one plain address to which a mail server can send. */
export function isMailable(email: string): boolean {
  return email.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(email);
}

const LONGEST_REPORT_KEY = 44;

/**
 * True when the part before the @ leaves room for a report key. The part and the key together may have 64 characters
 * (RFC 5321).
 */
export const isBounceAddress = (address: string): boolean =>
  isMailable(address) && address.indexOf('@') <= 64 - LONGEST_REPORT_KEY - 1;
