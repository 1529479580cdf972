const NAMES = new Set(['', '-', 'n/a', 'none', 'unknown', 'guest', 'no name']);
const MAILBOXES = new Set(['none', 'noemail']);

/** True when the text stands for "no name known". Case and surrounding blanks do not count. */
export const isPlaceholderName = (name: string): boolean => NAMES.has(name.trim().toLowerCase());

/** True when no mail can reach anybody there: empty, no `@`, `none@…`, `noemail@…`, domain `example.invalid`. */
export function isPlaceholderEmail(email: string): boolean {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 0) return true;
  return MAILBOXES.has(address.slice(0, at)) || address.slice(at + 1) === 'example.invalid';
}

/** True when it is no phone number: empty, fewer than 7 digits, or one digit repeated. */
export function isPlaceholderPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '');
  return digits.length < 7 || new Set(digits).size === 1;
}
