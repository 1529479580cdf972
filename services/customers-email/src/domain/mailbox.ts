/** One line without control signs: nothing in it can end a header and begin another. */
export function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** True for one plain address that can stand in an envelope. */
export function isMailable(email: string): boolean {
  return email.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(email);
}
