import { REASONS, type Reason } from '@parcelyard/reasons/reasons';
import { mcpSentence } from '../../src/surfaces/mcp/wording';
import { restSentence } from '../../src/surfaces/rest/wording';
import { webSentence } from '../../src/surfaces/web/wording';
import { catalogue } from '../../src/tools/catalogue';

const FIELD = 'order_id';
const TOOL_NAMES = new RegExp(`\\b(${catalogue.map(({ name }) => name).join('|')})\\b`);
const ROUTE = /\/public\//;
const SNAKE_CASE = /\b[a-z]+(?:_[a-z0-9]+)+\b/;
const CAMEL_CASE = /\b[a-z]+[A-Z]\w*\b/;

/** Each surface with what no sentence of it may hold: names that its callers do not know. */
const SURFACES = [
  { surface: 'MCP', say: mcpSentence, foreign: [ROUTE, CAMEL_CASE] },
  { surface: 'REST', say: restSentence, foreign: [TOOL_NAMES, SNAKE_CASE] },
  { surface: 'the pages', say: webSentence, foreign: [TOOL_NAMES, ROUTE] },
];

/** The example's own words are data, not names of ours. */
const withoutParams = (sentence: string, params: object): string =>
  strings(params).reduce((rest, text) => rest.replaceAll(text, '…'), sentence);

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value].filter((text) => text.length > 2)
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

describe.each(SURFACES)('every reason is said on $surface in its own names', ({ say, foreign }) => {
  it.each(Object.keys(REASONS) as Reason[])('%s', (reason) => {
    const params = REASONS[reason].example;
    const sentence = say({ reason, params, field: FIELD });
    expect(sentence).toMatch(/\S/);
    expect(sentence).not.toMatch(/undefined|\[object/);
    for (const names of foreign) expect(withoutParams(sentence, params)).not.toMatch(names);
  });
});
