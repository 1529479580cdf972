/**
 * Returns the payload as JSON that a language model reads with few tokens: each member and each row of a list begins a
 * line, and there are no other line breaks. `compact` is the same JSON without any line breaks.
 */
export function indentedJson(payload: object): { indented: string; compact: string } {
  const members = Object.entries(payload).flatMap(([name, value]) => {
    const written = hasRows(value) ? writeRows(value) : writeLine(value);
    return written ? [{ name: JSON.stringify(name), ...written }] : [];
  });
  if (members.length === 0) return { indented: '{}', compact: '{}' };
  return {
    indented: `{\n${members.map(({ name, indented }) => `  ${name}: ${indented}`).join(',\n')}\n}`,
    compact: `{${members.map(({ name, compact }) => `${name}:${compact}`).join(',')}}`,
  };
}

/** True for a list of objects. A list of ids or words stays on one line. */
const hasRows = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.some((element) => typeof element === 'object' && element !== null);

function writeRows(list: readonly unknown[]) {
  const rows = list.map((row) => JSON.stringify(row) ?? 'null');
  return { indented: `[\n    ${rows.join(',\n    ')}\n  ]`, compact: `[${rows.join(',')}]` };
}

/**
 * Returns undefined for a value that JSON cannot express, such as `undefined`. The member with such a value is left
 * out.
 */
function writeLine(value: unknown) {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? undefined : { indented: json, compact: json };
}
