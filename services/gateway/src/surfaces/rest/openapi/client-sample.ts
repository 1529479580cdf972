import type { RestRoute } from '../route';
import { writeLiteral } from './write-literal';

/** The parts of an operation that a sample shows. */
export type SampleCall = Pick<RestRoute, 'operationId' | 'path' | 'access' | 'example'>;

/** Returns sample code with our TypeScript client. It is also valid JavaScript, so Node can run it. */
export function clientSample({ operationId, path, access, example }: SampleCall): string {
  const { params = {}, query, body } = example ?? {};
  const inPath = Object.entries(params)
    .sort(([one], [other]) => path.indexOf(`{${one}}`) - path.indexOf(`{${other}}`))
    .map(([, value]) => value);
  const given = [...inPath, ...(body === undefined ? (query ? [query] : []) : [body])];
  return [
    'import { Parcelyard } from "@parcelyard/client";',
    '',
    CLIENTS[access],
    `const answer = await parcelyard.${operationId}(${given.map((value) => writeLiteral(value)).join(', ')});`,
    'console.log(answer);',
  ].join('\n');
}

const CLIENTS: Readonly<Record<SampleCall['access'], string>> = {
  bearer: `const { BASE_URL = "", ACCESS_TOKEN } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN });`,
  'partner key': `const { BASE_URL = "", PARTNER_KEY } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL, partnerKey: PARTNER_KEY });`,
  none: `const { BASE_URL = "" } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL });`,
};
