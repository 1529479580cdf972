/** Null members are removed down to this depth. The deepest argument, `orders[0].items[0].name`, is at depth 5. */
const MAX_DEPTH = 5;

/** Returns the value without members that are null, because null counts as not given. */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    // In a list, null counts as a missing element and is not removed, so that an error names the element's position.
    return value.map((element) => (element === null ? undefined : withoutNulls(element, depth + 1)));
  }
  // A caller may send the key "__proto__". `fromEntries` makes it an ordinary member, while an assignment would change
  // the object's prototype.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member, depth + 1)]),
  );
}
/** Returns the path of a value as text: `ship_to.name`, `items[0].name`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
