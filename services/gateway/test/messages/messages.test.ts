import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkArguments } from '../../src/tools/arguments/check-arguments';
import { refuseUnknownArguments } from '../../src/tools/arguments/unknown-arguments';
import { catalogue } from '../../src/tools/catalogue';
import { knownNames } from './known-names';
import { type MessageRow, messageRows } from './message-rows';
import { messagesTable } from './messages-table';
import { REASON_CALLS } from './reason-calls';
import { SAMPLE_CALLS } from './sample-calls';
import { NEED_NOT, saysWhatNext } from './says-what-next';

const TABLE = join(__dirname, '../../../../docs/messages-table.md');
const TOOLS = join(__dirname, '../../src/tools');
const rows = messageRows();
const show = ({ tool = 'any tool', cause, message }: MessageRow) => `${tool}, ${cause}: ${message}`;

it('docs/messages-table.md is current; npm run messages writes it', () => {
  const table = messagesTable(rows);
  if (process.env.WRITE_MESSAGES) writeFileSync(TABLE, table);
  expect(readFileSync(TABLE, 'utf8')).toBe(table);
});

describe('the sample calls of the page are valid', () => {
  it('every tool has a sample, and every sample is a valid call', () => {
    expect(Object.keys(SAMPLE_CALLS)).toEqual(catalogue.map(({ name }) => name));
    for (const { name, ...tool } of catalogue) {
      const sample = SAMPLE_CALLS[name];
      expect(() => refuseUnknownArguments({ name, ...tool }, sample)).not.toThrow();
      expect(() => checkArguments(tool.input, sample, tool.problems)).not.toThrow();
    }
  });

  it('the changed arguments of a refused call are arguments of its tool', () => {
    for (const cause of Object.values(REASON_CALLS)) {
      if (cause.kind !== 'refusal' && cause.kind !== 'note') continue;
      const tool = catalogue.find(({ name }) => name === cause.tool);
      const args = { ...SAMPLE_CALLS[cause.tool], ...cause.args };
      expect([cause.tool, tool?.name]).toEqual([cause.tool, cause.tool]);
      expect(() => tool && refuseUnknownArguments({ ...tool, access: 'Changes data' }, args)).not.toThrow();
    }
  });
});

describe('every message', () => {
  it('names only existing tools, arguments and fields [MCP-E20]', () => {
    const known = knownNames();
    const unknown = rows.flatMap((row) =>
      (withoutExample(row).match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? [])
        .filter((name) => !known.has(name))
        .map((name) => `${name} in ${show(row)}`),
    );
    expect(unknown).toEqual([]);
  });

  it('is complete: it has no missing value and no code name, and ends a sentence', () => {
    const broken = rows.filter(
      ({ message }) => /undefined|NaN|\[object|null\b/.test(message) || !/[.!?)…]$|[^.]\.$/.test(message),
    );
    expect(broken.filter(({ name }) => !(name in NEED_NOT)).map(show)).toEqual([]);
  });

  it('has no exclamation, apology or praise', () => {
    const loud = rows.filter((row) =>
      /!(?!\w)|\b(?:sorry|please|oops|great|congratulations)\b/i.test(withoutExample(row)),
    );
    expect(loud.map(show)).toEqual([]);
  });
});

it('every refusal says what to do next [MCP-E20]', () => {
  const silent = rows.filter(
    ({ kind, name, message }) => kind === 'refusal' && !(name in NEED_NOT) && !saysWhatNext(message),
  );
  expect(silent.map(show)).toEqual([]);
});

it('each exception from that rule is a refusal without a next step', () => {
  for (const name of Object.keys(NEED_NOT)) {
    const row = rows.find((each) => each.name === name);
    expect([name, row?.kind, row && saysWhatNext(row.message)]).toEqual([name, 'refusal', false]);
  }
});

describe('no message urges to spend, send mail or cancel', () => {
  it('a message that leads to a confirm leaves the decision to the user [MCP-E21]', () => {
    const pushing = rows.filter(({ message }) => /call again with .*confirm|confirm: true/.test(message));
    expect(pushing.length).toBeGreaterThan(7);
    const alone = pushing.filter(
      ({ message }) =>
        !/Show this to the user\. If they agree, call again with .*confirm: true\.$/.test(message),
    );
    expect(alone.filter(({ name }) => !(name in CONFIRM_OTHERWISE)).map(show)).toEqual([]);
  });

  it('every note of a tool is in its list of notes', () => {
    const literal = readdirSync(TOOLS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...readFileSync(join(TOOLS, file), 'utf8').matchAll(LITERAL_NOTE)].map(
          ([text]) => `${file}: ${text}`,
        ),
      );
    expect(literal).toEqual([]);
  });
});

/**
 * Messages that contain "confirm: true" but do not end with the usual sentence `SHOW_AND_AGREE`, each with the reason.
 */
const CONFIRM_OTHERWISE: Readonly<Record<string, string>> = {
  'register_carrier.previewed':
    'the user accepts the agreement itself, which says more than agreeing to a preview',
};

/** Finds a `note:` or `message:` whose text is in the answer's code instead of in the tool's notes. */
const LITERAL_NOTE = /^\s*(?:\w*note|message):\s*(?:['"`]|\w+\s*===|[\w.?]+\s*\?\s*['"`]).*$/gm;

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value].filter((text) => text.length > 2)
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

/**
 * Removes the values of the message's example from the message. A value may look like the name of a tool or a field,
 * and only the names in the sentence itself are checked.
 */
const withoutExample = ({ message, example = {} }: MessageRow): string =>
  strings(example)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, text) => rest.replaceAll(text, '…'), message);
