/**
 * Invisible characters of four kinds: a control character (the bell), a direction override, a direction isolate, and a
 * tag character.
 */
const UNSEEN = ['\u0007', '\u202e', '\u2066', '\u{e0061}'];
const FOUND = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/** Returns the message with invisible characters around and inside each text, as an attacker may send it. */
export const withUnseen = <Message>(message: Message): Message => changed(message) as Message;

function changed(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : poisoned(value);
  if (Array.isArray(value)) return value.map(changed);
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, changed(member)]));
}

const poisoned = (text: string): string =>
  `${UNSEEN.join('')}${text.slice(0, 1)}${UNSEEN.join('')}${text.slice(1)}${UNSEEN.join('')}`;

/** Returns the paths at which invisible characters remain. */
export function unseenIn(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return FOUND.test(value) ? [`${path}: ${JSON.stringify(value)}`] : [];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...unseenIn(name, `${path} (name)`),
    ...unseenIn(member, `${path}.${name}`),
  ]);
}
