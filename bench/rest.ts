import type { Fixture } from './fixture';
import { encodeRequest, measureLoad } from './load';
import type { Table } from './report';

interface Case {
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Told apart by `unique`, which no two requests share. */
  body?(unique: string): object;
}

const CASES: readonly Case[] = [
  {
    title: 'POST /public/order',
    method: 'POST',
    path: '/public/order',
    body: (unique) => ({
      ...{ invoiceNumber: unique, firstName: 'Bench', lastName: 'Mark', email: 'bench@example.com' },
      ...{ address1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118', country: 'US' },
      items: [{ itemCode: 'W-1', quantity: 2, price: 19.99 }],
    }),
  },
  { title: 'GET /public/orders', method: 'GET', path: '/public/orders' },
  {
    title: 'POST /public/rate',
    method: 'POST',
    path: '/public/rate',
    body: () => ({
      FromAddress: { Zip: '78701', Country: 'US' },
      ToAddress: { Zip: '10118', Country: 'US' },
      BoxInformation: { Weight: 12, Length: 8, Width: 6, Height: 4, PackageType: 'Box' },
    }),
  },
];

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 1;
/** More than any measurement sends: a second order of one number would be a refusal. */
const REQUESTS = 40_000;

type WithPeer = (answer: string, work: (url: string) => Promise<void>) => Promise<void>;

/** REST beside bare Koa that writes answers of the same length, case by case in one run. */
export async function measureRest(
  baseUrl: string,
  fixture: Fixture,
  seconds: number,
  withPeer: WithPeer,
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const test of CASES) {
    const ours = await measure('Parcelyard, one process', baseUrl, test, fixture, seconds);
    const rows = [ours.row];
    await withPeer(ours.answer, async (url) => {
      rows.push((await measure('Koa, a constant', url, test, fixture, seconds)).row);
    });
    tables.push({ title: `${test.title}, ${CONNECTIONS} connections`, rows });
  }
  return tables;
}

let runs = 0;

async function measure(server: string, baseUrl: string, test: Case, fixture: Fixture, seconds: number) {
  const answer = await firstAnswer(baseUrl, test, fixture);
  const load = async (duration: number) => {
    runs += 1;
    const requests = Array.from({ length: REQUESTS }, (_, number) => {
      const token = fixture.tokens[number % fixture.tokens.length] as string;
      const { headers, body } = requestOf(test, token, `B${runs}-${number}`);
      return encodeRequest(test.method, `${baseUrl}${test.path}`, headers, body);
    });
    return measureLoad({ url: baseUrl, connections: CONNECTIONS, seconds: duration, requests });
  };
  // The first load warms the compiler up and is thrown away.
  await load(WARM_UP_SECONDS);
  const figures = await load(seconds);
  console.error(`${server} · ${test.title}: ${Math.round(figures.perSecond)}/s`);
  return { row: { server, connections: CONNECTIONS, figures }, answer };
}

function requestOf({ body }: Case, token: string, unique: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return { headers, body: body ? JSON.stringify(body(unique)) : '' };
}

/** Figures of refusals would be worth nothing. */
async function firstAnswer(baseUrl: string, test: Case, { tokens }: Fixture): Promise<string> {
  runs += 1;
  const { headers, body } = requestOf(test, tokens[0] as string, `first-${runs}`);
  const { method } = test;
  const response = await fetch(`${baseUrl}${test.path}`, { method, headers, ...(body && { body }) });
  const answer = await response.text();
  if (response.ok) return answer;
  throw new Error(`${test.title} answered ${response.status}: ${answer.slice(0, 300)}`);
}
