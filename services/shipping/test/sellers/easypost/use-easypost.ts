import { cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import type { Db } from 'mongodb';
import type { BuyRequest, Carrier, ShipmentRequest } from '../../../src/sellers/carrier-port';
import { createCarrierRegistry } from '../../../src/sellers/carrier-registry';
import { easypost as easypostDeclaration } from '../../../src/sellers/easypost/declaration';
import { openEasypost } from '../../../src/sellers/easypost/open-easypost';
import type { SellerContext } from '../../../src/sellers/seller-port';
import { anAddress, austin } from '../../address/an-address';
import { API_KEY, type EasypostDouble, startEasypostDouble } from './start-easypost-double';

export let database: Awaited<ReturnType<typeof startTestDatabase>>;
export let double: EasypostDouble;
export let clock: FakeClock;
export let easypost: Awaited<ReturnType<typeof connect>>;
export let usps: Carrier;

/** Each test of a file gets a new simulated EasyPost, carriers that call it, and an empty reference book. */
export function useEasypost(): void {
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => {
    await database.db.dropDatabase();
    await database.close();
  });
  beforeEach(async () => {
    double = await startEasypostDouble();
    clock = new FakeClock();
    await database.db.collection('easypost_references').deleteMany({});
    easypost = await connect();
    usps = easypost.registry.get('usps');
  });
  afterEach(() => double.stop());
}

export const connect = (apiKey = API_KEY, scanForms = false, accounts: readonly string[] = []) =>
  connectEasypost({ db: database.db, clock, url: double.url, apiKey, scanForms, accounts });

interface Connection {
  readonly db: Db;
  readonly clock: Clock;
  readonly url: string;
  readonly apiKey?: string;
  readonly scanForms?: boolean;
  readonly accounts?: readonly string[];
  readonly secrets?: readonly string[];
}

export async function connectEasypost({ db, clock, url, apiKey, scanForms, accounts, secrets }: Connection) {
  const config = {
    ...loadConfig(easypostDeclaration.variables, { EASYPOST_API_URL: url }),
    EASYPOST_API_KEY: apiKey ?? API_KEY,
    EASYPOST_SCAN_FORMS: scanForms ?? false,
    EASYPOST_CARRIER_ACCOUNTS: [...(accounts ?? [])],
    EASYPOST_WEBHOOK_SECRETS: [...(secrets ?? [])],
  };
  const context = { ...UNUSED, config, db, clock, logger: silentLogger };
  const opened = await openEasypost(context, {
    callMs: 20_000,
    roomPausesMs: ROOM_PAUSES_MS,
    reportPauseMs: 1,
  });
  const { adjustments, verify } = opened;
  if (!adjustments || !verify) throw new Error('EasyPost lacks a part.');
  const registry = createCarrierRegistry(opened.carriers, opened.accounts && { easypost: opened.accounts });
  return { ...opened, adjustments, verify, registry };
}

/** The parts of the context that EasyPost does not use. */
const UNUSED = { refundDelayMs: 0 } as Pick<SellerContext, 'sequences' | 'printer' | 'refundDelayMs'>;

/** Short pauses before a call is repeated. A call is tried once more than there are pauses. */
export const ROOM_PAUSES_MS = [1, 1];
/** Makes EasyPost answer that it is too busy: to the next call of this path, and each time this call is repeated. */
export const noRoom = (path: RegExp, code = 'RATE_LIMITED') => {
  for (let tries = 0; tries <= ROOM_PAUSES_MS.length; tries += 1)
    double.mishap(path, { status: 429, code, message: 'Slow down.' });
};

export const shipment = (changes: Partial<ShipmentRequest> = {}): ShipmentRequest => ({
  from: austin,
  to: anAddress(),
  parcel: { weightOz: 12, length: 8, width: 6, height: 4 },
  options: { signatureRequired: false, saturdayDelivery: false },
  shipDate: clock.now(),
  orderReferences: ['A7K2MQ'],
  ...changes,
});

export const purchase = (changes: Partial<BuyRequest> = {}): BuyRequest => ({
  ...shipment(),
  accountId: 1,
  reference: 'pur_1001_1',
  serviceLevel: 'usps_ground_advantage',
  price: cents(745),
  printSetting: 'pdf',
  items: [],
  ...changes,
});

export const label = { accountId: 1, reference: 'pur_1001_1' };
export const toronto = anAddress({ city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' });
export const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
