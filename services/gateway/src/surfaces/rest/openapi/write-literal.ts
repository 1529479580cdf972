const WIDTH = 80;

interface Notation {
  /** Spaces by which each level is indented. */
  readonly step: number;
  /** The spaces inside the braces of an object that is written on one line. */
  readonly padding: string;
  readonly key: (name: string) => string;
  readonly scalar: (value: unknown) => string;
}

const keyOf = (name: string) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name));

const TYPESCRIPT: Notation = { step: 2, padding: ' ', key: keyOf, scalar: (value) => JSON.stringify(value) };

const PYTHON_WORDS = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

export const PYTHON: Notation = {
  step: 4,
  padding: '',
  key: (name) => JSON.stringify(name),
  scalar: (value) => PYTHON_WORDS.get(value) ?? JSON.stringify(value),
};

/**
 * Returns a JSON value as a programming language writes it: on one line if it fits, otherwise one line for each member.
 */
export function writeLiteral(value: unknown, indent = 0, notation = TYPESCRIPT): string {
  if (value === null || typeof value !== 'object') return notation.scalar(value);
  const inner = indent + notation.step;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each) => writeLiteral(each, inner, notation))
    : Object.entries(value).map(
        ([key, each]) => `${notation.key(key)}: ${writeLiteral(each, inner, notation)}`,
      );
  const [open, close] = isList ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  const padding = isList ? '' : notation.padding;
  const line = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (indent + line.length <= WIDTH && !line.includes('\n')) return line;
  const space = ' '.repeat(inner);
  return `${open}\n${members.map((member) => space + member).join(',\n')},\n${' '.repeat(indent)}${close}`;
}
