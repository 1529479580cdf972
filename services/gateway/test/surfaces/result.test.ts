import { cleanShownText } from '@parcelyard/service-kit/clean-saved-text';
import fc from 'fast-check';
import { createToolEncoding } from '../../src/surfaces/mcp/result';

const { result: encodeToolResult, refusal } = createToolEncoding('');

/**
 * Returns the expected answer with its text parsed, so that only the content is compared. A test below checks the
 * text's layout.
 */
const expected = (id: unknown, payload: unknown) => {
  const data = JSON.parse(JSON.stringify(cleanShownText(payload)));
  return {
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text: data }], structuredContent: data, isError: false },
  };
};

const decoded = (answer: Buffer): unknown =>
  JSON.parse(answer.toString('utf8'), (key, value) =>
    key === 'content' && Array.isArray(value) && value[0]?.type === 'text'
      ? [{ ...value[0], text: JSON.parse(value[0].text) }]
      : value,
  );

const textOf = (payload: object): string =>
  JSON.parse(encodeToolResult(1, payload).toString('utf8')).result.content[0].text;

describe('a tool’s data', () => {
  it('is the same as text and as an object, except for invisible characters [MCP-O25]', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.string({ unit: 'binary' })),
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 })),
        (id, payload) => {
          expect(decoded(encodeToolResult(id, payload))).toEqual(expected(id, payload));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['nothing', {}],
    ['empty lists and objects inside', { a: [], b: {}, c: [[], {}] }],
    ['quotes, backslashes and control characters', { 'k"\\\n': 'v"\\\n\t\u0001\u2028' }],
    ['half a surrogate pair', { a: '\ud800' }],
    ['undefined fields', { a: undefined, b: 1 }],
  ])('can contain %s', (_case, payload) => {
    expect(decoded(encodeToolResult(1, payload))).toEqual(expected(1, payload));
  });

  it('shows no character that reverses or hides text, also in data that was stored before [MCP-O25]', () => {
    const shown = {
      name: 'Ada\u202e\u0007 \u{e0061}L.',
      note: 'one\r\ntwo\tthree',
      path: 'C:\\temp\\user',
      order: { n: '\u2066x\u2069' },
    };
    expect(JSON.parse(textOf(shown))).toEqual({
      name: 'Ada L.',
      note: 'one\ntwo three',
      path: 'C:\\temp\\user',
      order: { n: 'x' },
    });
  });

  it('is indented: one line for each member and each row, and deeper values compact [MCP-R1]', () => {
    const rates = [
      { rate_id: 'r', charges: [{ type: 'base', amount: 1 }] },
      { rate_id: 's', charges: [] },
    ];
    expect(textOf({ order_id: 7, order_ids: [1, 2], check: { status: 'ok' }, rates, errors: [] })).toBe(
      [
        '{',
        '  "order_id": 7,',
        '  "order_ids": [1,2],',
        '  "check": {"status":"ok"},',
        '  "rates": [',
        '    {"rate_id":"r","charges":[{"type":"base","amount":1}]},',
        '    {"rate_id":"s","charges":[]}',
        '  ],',
        '  "errors": []',
        '}',
      ].join('\n'),
    );
  });

  it('may be larger than all data before it, and the next small data is complete', () => {
    const large = { rows: Array.from({ length: 5_000 }, (_, id) => ({ id, text: '"漢字\\'.repeat(20) })) };
    expect(decoded(encodeToolResult('large', large))).toEqual(expected('large', large));
    expect(decoded(encodeToolResult('small', { a: 1 }))).toEqual(expected('small', { a: 1 }));
  });

  it('may be nested deeper than the data of any tool', () => {
    const deep = Array.from({ length: 400 }).reduce<object>((inner) => ({ inner: [inner] }), {});
    expect(decoded(encodeToolResult(1, deep))).toEqual(expected(1, deep));
  });

  it('stays unchanged when the next data is written', () => {
    const first = encodeToolResult(1, { a: 'first' });
    encodeToolResult(2, { a: 'second' });
    expect(decoded(first)).toEqual(expected(1, { a: 'first' }));
  });
});

it('a message is one text block without structuredContent [MCP-R2]', () => {
  expect(JSON.parse(refusal(1, 'order_id is "required".', undefined).toString())).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: 'order_id is "required".' }], isError: true },
  });
});
