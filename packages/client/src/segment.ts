/** Returns a value as one path segment. A dot segment would change the path. */
export function segment(value: string | number): string {
  const text = String(value);
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`An id is expected, not "${text}".`);
  return encodeURIComponent(text);
}
