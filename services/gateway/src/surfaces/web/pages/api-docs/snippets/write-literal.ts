/** How a language writes values; all three write texts as JSON does. */
export interface Dialect {
  key(name: string): string;
  readonly yes: string;
  readonly no: string;
  readonly nothing: string;
  /** Spaces of indentation per level. */
  readonly step: number;
  /** Space inside the braces of an object on one line. */
  readonly padding: ' ' | '';
  /** Written after the last member of a list that spans several lines. */
  readonly lastComma: ',' | '';
}

export const JSON_DIALECT: Dialect = {
  key: (name) => JSON.stringify(name),
  yes: 'true',
  no: 'false',
  nothing: 'null',
  lastComma: '',
  step: 2,
  padding: ' ',
};

const WIDTH = 80;

/** A JSON value as a literal: on one line if it fits, otherwise one member per line. */
export function writeLiteral(value: unknown, dialect: Dialect, indent = 0): string {
  if (value === null) return dialect.nothing;
  if (typeof value === 'boolean') return value ? dialect.yes : dialect.no;
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = indent + dialect.step;
  const members = Array.isArray(value)
    ? value.map((each) => writeLiteral(each, dialect, inner))
    : Object.entries(value).map(
        ([key, each]) => `${dialect.key(key)}: ${writeLiteral(each, dialect, inner)}`,
      );
  if (members.length === 0) return `${open}${close}`;
  const padding = Array.isArray(value) ? '' : dialect.padding;
  const line = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (indent + line.length <= WIDTH && !line.includes('\n')) return line;
  const space = ' '.repeat(inner);
  return `${open}\n${members.map((member) => space + member).join(',\n')}${dialect.lastComma}\n${' '.repeat(indent)}${close}`;
}
