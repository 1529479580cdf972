import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { shippoCarriers } from '@parcelyard/shipping/sellers/shippo/shippo-carriers';
import {
  API_KEY,
  aSignedEvent,
  type ShippoDouble,
} from '../../services/shipping/test/sellers/shippo/start-shippo-double';
import type { Judge } from '../judge';
import type { Exchange } from '../record-exchanges';
import { askShippoDouble } from '../shippo/ask-shippo-double';

/** Shippo's official client. Its schemas are made from Shippo's OpenAPI document. */
const NAME = 'shippo';
const CLIENT = `${NAME}@2.18.0`;

interface Schema {
  parse(value: unknown): unknown;
}
type Components = Readonly<Record<string, Schema | Readonly<Record<string, string>>>> & {
  webhookPayloadTrackFromJSON(json: string): { ok: boolean };
  webhookPayloadTransactionFromJSON(json: string): { ok: boolean };
};

/** For each request and path, the names that Shippo's client has for the schemas of the request and of the answer. */
const NAMES: readonly (readonly [path: RegExp, request: string | undefined, answer: string])[] = [
  [/^POST \/shipments$/, 'ShipmentCreateRequest', 'Shipment'],
  [/^GET \/shipments\/\w+$/, undefined, 'Shipment'],
  [/^GET \/rates\/\w+$/, undefined, 'Rate'],
  [/^POST \/transactions$/, 'TransactionCreateRequest', 'Transaction'],
  [/^GET \/transactions\/\w+$/, undefined, 'Transaction'],
  [/^GET \/transactions\?/, undefined, 'TransactionPaginatedList'],
  [/^POST \/refunds$/, 'RefundRequestBody', 'Refund'],
  [/^GET \/tracks\/usps\/\w+$/, undefined, 'Track'],
  [/^POST \/pickups$/, 'PickupBase', 'Pickup'],
  [/^POST \/addresses$/, 'AddressCreateRequest', 'Address'],
];
/** Shippo documents this request, but Shippo's client does not contain it, so the request cannot be checked. */
const UNKNOWN = /^GET \/invoice-items\?/;

export const shippoSchemas: Judge = {
  name: 'Shippo (schemas)',
  proves:
    'Our requests to Shippo are those that its official client would send, and that client can read the answers of our double. The client itself buys and voids a label at our double.',
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([CLIENT]);
    const require = createRequire(join(folder, 'package.json'));
    const components = require(`${NAME}/models/components`) as Components;
    const faults: string[] = [];
    let checked = 0;
    const check = (what: string, look: () => unknown) => {
      checked += 1;
      try {
        const fault = look();
        if (typeof fault === 'string') faults.push(`${what}: ${fault}`);
      } catch (error) {
        faults.push(`${what}: ${String(error).replaceAll(/\s+/g, ' ').slice(0, 300)}`);
      }
    };
    const exchanges = await askShippoDouble(async (double) => {
      checked += 1;
      const problem = await buyByClient(require(NAME) as Official, double);
      if (problem) faults.push(`the official client: ${problem}`);
      const [track] = double.tracks.values();
      const [transaction] = double.transactions.values();
      const read = (event: string, data: object) => aSignedEvent(event, withoutNull(data) as never, 's').body;
      check('the event track_updated', () =>
        components.webhookPayloadTrackFromJSON(read('track_updated', track ?? {})).ok
          ? undefined
          : 'is not read',
      );
      check('the event transaction_updated', () =>
        components.webhookPayloadTransactionFromJSON(read('transaction_updated', transaction ?? {})).ok
          ? undefined
          : 'is not read',
      );
    });
    const seen = new Set<string>();
    for (const exchange of exchanges) {
      const called = `${exchange.method} ${exchange.path}`;
      if (UNKNOWN.test(called)) continue;
      const names = NAMES.find(([path]) => path.test(called));
      check(called, () => (names ? undefined : 'is not a path of the client'));
      if (!names || exchange.status >= 300) continue;
      const [path, request, answer] = names;
      seen.add(String(path));
      if (request)
        check(`${called}: what we send`, () => sentAs(schema(components, request, 'out'), exchange));
      check(`${called}: what the double answers`, () => {
        schema(components, answer, 'in').parse(withoutNull(JSON.parse(exchange.body)));
      });
    }
    for (const [path] of NAMES)
      check(String(path), () => (seen.has(String(path)) ? undefined : 'was never asked'));
    for (const { code, tokens } of shippoCarriers) {
      const known = Object.values(components[`ServiceLevel${SERVICE_LEVELS[code]}Enum`] ?? {});
      for (const token of Object.keys(tokens))
        check(`the service ${token}`, () =>
          known.includes(token) ? undefined : 'is not a service of Shippo',
        );
    }
    return { version: CLIENT, checked, faults: [...new Set(faults)] };
  },
};

const SERVICE_LEVELS: Readonly<Record<string, string>> = { usps: 'USPS', ups: 'UPS', fedex: 'FedEx' };

function schema(components: Components, name: string, direction: 'in' | 'out'): Schema {
  const found = components[`${name}$${direction}boundSchema`];
  if (!found) throw new Error(`The client has no ${name}.`);
  return found as Schema;
}

/**
 * Compares our request with the request that Shippo's client would send. Returns a sentence about the difference;
 * undefined if there is none. The client converts its own names to the names on the wire, and drops unknown members.
 */
function sentAs(outbound: Schema, { sent }: Exchange): string | undefined {
  const ours = JSON.parse(sent) as unknown;
  const theirs = JSON.parse(JSON.stringify(outbound.parse(camelized(ours)))) as unknown;
  // The client writes times in another form than we do, so only the values of the times are compared.
  return isDeepStrictEqual(normal(theirs), normal(ours))
    ? undefined
    : `we send ${JSON.stringify(ours)}, the client ${JSON.stringify(theirs)}`;
}

const TIMES = /_time$/;

function camelized(value: unknown, key = ''): unknown {
  if (TIMES.test(key)) return new Date(String(value));
  return mapped(
    value,
    (name) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    camelized,
  );
}

const normal = (value: unknown, key = ''): unknown =>
  TIMES.test(key) ? new Date(String(value)).getTime() : mapped(value, (name) => name, normal);

/** Shippo's client drops nulls before it reads an answer. */
const withoutNull = (value: unknown): unknown => mapped(value, (name) => name, withoutNull);

function mapped(
  value: unknown,
  rename: (name: string) => string,
  inner: (value: unknown, key: string) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => inner(item, ''));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, held]) => held !== null && held !== undefined)
      .map(([name, held]) => [rename(name), inner(held, name)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

interface Official {
  readonly Shippo: new (
    options: object,
  ) => {
    shipments: { create(shipment: object): Promise<{ objectId: string; rates: { objectId: string }[] }> };
    transactions: {
      create(transaction: object): Promise<{ objectId?: string; status?: string; trackingNumber?: string }>;
      list(request: object): Promise<{ results?: object[] }>;
    };
    refunds: { create(refund: object): Promise<{ status?: string }> };
  };
}

/**
 * Buys a label with Shippo's client. The client makes its own HTTP requests, so its paths, authentication and nulls are
 * tested, too.
 */
async function buyByClient({ Shippo }: Official, double: ShippoDouble): Promise<string | undefined> {
  const client = new Shippo({
    apiKeyHeader: API_KEY,
    shippoApiVersion: '2018-02-08',
    serverURL: double.url.replace(/\/$/, ''),
  });
  const address = {
    name: 'Mr Hippo',
    street1: '965 Mission St',
    city: 'San Francisco',
    state: 'CA',
    zip: '94103',
    country: 'US',
  };
  const parcel = { length: '5', width: '5', height: '5', distanceUnit: 'in', weight: '2', massUnit: 'lb' };
  try {
    const { rates } = await client.shipments.create({
      addressFrom: address,
      addressTo: address,
      parcels: [parcel],
      async: false,
    });
    const rate = rates[0]?.objectId;
    const bought = await client.transactions.create({ rate, async: false, metadata: 'by the client' });
    if (bought.status !== 'SUCCESS' || !bought.trackingNumber) return 'bought no label';
    const { results } = await client.transactions.list({ rate });
    if (results?.length !== 1) return `finds ${results?.length} labels of its rate`;
    const { status } = await client.refunds.create({ transaction: bought.objectId, async: false });
    return status === 'PENDING' ? undefined : `its refund is ${status}`;
  } catch (error) {
    return String(error).slice(0, 300);
  }
}
