const WIDTH = 80;

/** A JSON value as TypeScript writes it: on one line if it fits, otherwise one member a line. */
export function writeLiteral(value: unknown, indent = 0): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = indent + 2;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each) => writeLiteral(each, inner))
    : Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${writeLiteral(each, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  const padding = isList ? '' : ' ';
  const line = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (indent + line.length <= WIDTH && !line.includes('\n')) return line;
  const space = ' '.repeat(inner);
  return `${open}\n${members.map((member) => space + member).join(',\n')},\n${' '.repeat(indent)}${close}`;
}

const keyOf = (name: string) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name));
