import type { SnippetCall } from './snippet-call';
import { type Dialect, writeLiteral } from './write-literal';

const TYPESCRIPT: Dialect = {
  key: (name) => (isPlainName(name) ? name : JSON.stringify(name)),
  yes: 'true',
  no: 'false',
  nothing: 'null',
  lastComma: ',',
  step: 2,
  padding: ' ',
};

/** A call with the client. The code is also valid JavaScript, so Node runs it unchanged. */
export function typescriptSnippet({ operationId, path, access, example }: SnippetCall): string {
  const { params = {}, query, body } = example ?? {};
  const inPath = Object.entries(params)
    .sort(([one], [other]) => path.indexOf(`{${one}}`) - path.indexOf(`{${other}}`))
    .map(([, value]) => value);
  const given = [...inPath, ...(body === undefined ? (query ? [query] : []) : [body])];
  return [
    'import { Parcelyard } from "@parcelyard/client";',
    '',
    CLIENTS[access],
    `const answer = await parcelyard.${operationId}(${given.map((value) => writeLiteral(value, TYPESCRIPT)).join(', ')});`,
    'console.log(answer);',
  ].join('\n');
}

const CLIENTS: Readonly<Record<SnippetCall['access'], string>> = {
  bearer: `const { BASE_URL = "", ACCESS_TOKEN } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN });`,
  'partner key': `const { BASE_URL = "", PARTNER_KEY } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL, partnerKey: PARTNER_KEY });`,
  none: `const { BASE_URL = "" } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL });`,
};

const isPlainName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
