/** A value as one segment of a path. A dot segment would be taken as another path. */
export function segment(value: string | number): string {
  const text = String(value);
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`An id is expected, not "${text}".`);
  return encodeURIComponent(text);
}
