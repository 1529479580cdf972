/**
 * Returns the files of a new seller, by path. The files compile as they are. The conformance test then reports what is
 * missing in them.
 */
export function sellerFiles(name, title) {
  const Name = name.charAt(0).toUpperCase() + name.slice(1);
  const NAME = name.toUpperCase();
  const source = `services/shipping/src/sellers/${name}`;
  const tests = `services/shipping/test/sellers/${name}`;
  return {
    [`${source}/declaration.ts`]: `import { list } from '@parcelyard/service-kit/config';
import { z } from 'zod';
import type { SellerDeclaration } from '../seller-declaration';

export const ${name} = {
  name: '${name}',
  title: '${title}',
  sells: 'USPS through one ${title} account',
  isReal: true,
  carriers: ['usps'],
  variables: {
    /** API key of the ${title} account. */
    ${NAME}_API_KEY: z.string().optional(),
    /**
     * Secrets of ${title}'s webhook to /webhooks/${name}, separated by commas. The first one is the current secret.
     * When empty, parcels are polled.
     */
    ${NAME}_WEBHOOK_SECRETS: list(),
    /** For tests. */
    ${NAME}_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.${name}.example/'),
  },
  secrets: { ${NAME}_API_KEY: { required: true }, ${NAME}_WEBHOOK_SECRETS: {} },
  egressPorts: [443],
  hook: { path: '/webhooks/${name}', headers: ['x-${name}-signature'] },
} as const satisfies SellerDeclaration;
`,
    [`${source}/open-${name}.ts`]: `import { reachCheck } from '@parcelyard/service-kit/diagnosis/reach-check';
import type { Carrier } from '../carrier-port';
import { KNOWN_CARRIERS, servicesOf } from '../known-carriers';
import { firstLook } from '../look-times';
import { createReferenceBook } from '../reference-book';
import type { OpenSeller, SellerContext } from '../seller-port';
import { ROOM_PAUSES_MS } from '../wait-for-room';
import type { ${name} } from './declaration';

/** USPS through one ${title} account. @param roomPausesMs for tests */
export async function open${Name}(
  { config, db }: SellerContext<typeof ${name}>,
  _roomPausesMs: readonly number[] = ROOM_PAUSES_MS,
): Promise<OpenSeller> {
  const { ${NAME}_API_URL: url, ${NAME}_WEBHOOK_SECRETS: secrets } = config;
  // The book stores the seller's id of each shipment or pickup. Store the id before you send a request that costs
  // money.
  await createReferenceBook(db, '${name}');
  return {
    carriers: [createUsps(secrets.length > 0)],
    journal: { sellers: ['${name}'], list: toBeWritten('journal') },
    checks: [reachCheck('${title}', url)],
  };
}

function createUsps(sendsEvents: boolean): Carrier {
  const { code, name, pickup, services } = KNOWN_CARRIERS.usps;
  return {
    seller: '${name}',
    code,
    declaration: { code, name, pickup, services: servicesOf({ services }), qrLabels: false },
    rate: toBeWritten('rate'),
    buy: toBeWritten('buy'),
    findByReference: toBeWritten('findByReference'),
    close: toBeWritten('close'),
    insure: toBeWritten('insure'),
    void: toBeWritten('void'),
    track: toBeWritten('track'),
    firstScanAt: (boughtAt) => firstLook(boughtAt, sendsEvents),
    document: toBeWritten('document'),
    quotePickup: toBeWritten('quotePickup'),
    bookPickup: toBeWritten('bookPickup'),
    cancelPickup: toBeWritten('cancelPickup'),
  };
}

const toBeWritten = (what: string) => async (): Promise<never> => {
  throw new Error(\`\${what} of ${title} is to be written.\`);
};
`,
    [`${tests}/start-${name}-double.ts`]: `import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A double of ${title}'s API over HTTP. It behaves as the published document describes, and can simulate failures. */
export async function start${Name}Double() {
  /** Every label that the double sold, by ${Name}'s id. */
  const labels = new Map<string, Record<string, unknown>>();
  /** Every pickup that the double booked. */
  const pickups = new Map<string, Record<string, unknown>>();
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: \`http://127.0.0.1:\${port}/\`,
    labels,
    pickups,
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}
`,
    [`${tests}/conformance.test.ts`]: `import { loadConfig } from '@parcelyard/service-kit/config';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import type { Carrier } from '../../../src/sellers/carrier-port';
import { ${name} } from '../../../src/sellers/${name}/declaration';
import { open${Name} } from '../../../src/sellers/${name}/open-${name}';
import type { SellerContext } from '../../../src/sellers/seller-port';
import { aPurchase } from '../conformance/a-purchase';
import { describeSeller } from '../conformance/describe-seller';
import type { SellerHarness } from '../conformance/seller-harness';
import { start${Name}Double } from './start-${name}-double';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.db.dropDatabase();
  await database.close();
});

// Each situation of the conformance test is either set up below, or listed in \`cannot\` with the reason why it cannot
// happen at ${title}.
describeSeller({ name: '${name}', start, cannot: {} });

async function start(): Promise<SellerHarness> {
  const double = await start${Name}Double();
  await database.db.collection('${name}_references').deleteMany({});
  const clock = new FakeClock();
  const config = {
    ...loadConfig(${name}.variables, { ${NAME}_API_URL: double.url }),
    ${NAME}_API_KEY: 'a key',
  };
  const unused = { refundDelayMs: 0 } as Pick<SellerContext, 'sequences' | 'printer' | 'refundDelayMs'>;
  const context = { ...unused, config, clock, db: database.db, logger: silentLogger };
  const connect = () => open${Name}(context, [1, 1, 1]);
  const seller = await connect();
  return {
    seller,
    carrier: seller.carriers[0] as Carrier,
    clock,
    another: async () => (await connect()).carriers[0] as Carrier,
    purchase: (changes = {}) => ({ ...aPurchase(clock.now()), ...changes }),
    soldCount: async () => double.labels.size,
    bookedCount: async () => double.pickups.size,
    arrange: {},
    stop: double.stop,
  };
}
`,
  };
}
