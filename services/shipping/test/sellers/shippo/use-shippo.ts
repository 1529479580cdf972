import { cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import type { Db } from 'mongodb';
import type { BuyRequest, Carrier, ShipmentRequest } from '../../../src/sellers/carrier-port';
import type { SellerContext } from '../../../src/sellers/seller-port';
import { shippo as declaration } from '../../../src/sellers/shippo/declaration';
import { openShippo } from '../../../src/sellers/shippo/open-shippo';
import { anAddress, austin } from '../../address/an-address';
import { API_KEY, type ShippoDouble, startShippoDouble } from './start-shippo-double';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
export let double: ShippoDouble;
export let clock: FakeClock;
export let shippo: Awaited<ReturnType<typeof connect>>;
export let usps: Carrier;

/** Each test of a file gets a new simulated Shippo, carriers that call it, and an empty reference book. */
export function useShippo(): void {
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => {
    await database.db.dropDatabase();
    await database.close();
  });
  beforeEach(async () => {
    double = await startShippoDouble();
    clock = new FakeClock();
    await database.db.collection('shippo_references').deleteMany({});
    shippo = await connect();
    usps = carrier('usps');
  });
  afterEach(() => double.stop());
}

export const connect = () => connectShippo({ db: database.db, clock, url: double.url });

interface Connection {
  readonly db: Db;
  readonly clock: Clock;
  readonly url: string;
  readonly apiKey?: string;
  readonly secrets?: readonly string[];
}

export async function connectShippo({ db, clock, url, apiKey = API_KEY, secrets = [] }: Connection) {
  const config = {
    ...loadConfig(declaration.variables, { SHIPPO_API_URL: url }),
    SHIPPO_API_KEY: apiKey,
    SHIPPO_WEBHOOK_SECRETS: [...secrets],
  };
  const context = { ...UNUSED, config, db, clock, logger: silentLogger };
  const opened = await openShippo(context, { callMs: 20_000, roomPausesMs: ROOM_PAUSES_MS, pagePauseMs: 1 });
  const { adjustments, verify } = opened;
  if (!adjustments || !verify) throw new Error('Shippo lacks a part.');
  return { ...opened, adjustments, verify };
}

/** The parts of the context that Shippo does not use. */
const UNUSED = { refundDelayMs: 0 } as Pick<SellerContext, 'sequences' | 'printer' | 'refundDelayMs'>;

export const carrier = (code: string, { carriers }: Pick<typeof shippo, 'carriers'> = shippo): Carrier =>
  carriers.find((one) => one.code === code) as Carrier;

/** Short pauses before a call is repeated. A call is tried once more than there are pauses. */
export const ROOM_PAUSES_MS = [1, 1];
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
