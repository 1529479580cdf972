import { createIdKeeper } from '@parcelyard/service-kit/mongo/id-keeper';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import type { LabelPrinter } from '../../../src/domain/labels/label-job';
import type { TrackingStatus } from '../../../src/sellers/carrier-port';
import { openSandbox } from '../../../src/sellers/sandbox/open-sandbox';
import type { Sale } from '../../../src/sellers/sandbox/sandbox-journal';
import { anAddress } from '../../address/an-address';
import { aPurchase } from '../conformance/a-purchase';
import { describeSeller } from '../conformance/describe-seller';
import type { Arrange, SellerHarness } from '../conformance/seller-harness';

const HOUR = 3_600_000;
const VOID_MS = 60_000;
const IN_PROCESS = 'the sandbox is called without a network';
const AS_TOLD = 'the sandbox always sells the requested label at the requested price';
const UNCHECKED = 'the bundled ZIP data checks addresses, not the sandbox';
const NO_ACCOUNT = 'the sandbox needs no account of the operator';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.db.dropDatabase();
  await database.close();
});

describeSeller({
  name: 'sandbox',
  start,
  cannot: {
    'sale refused for the operator': NO_ACCOUNT,
    'sale with a dead key': NO_ACCOUNT,
    'sale without room once': IN_PROCESS,
    'sale without room': IN_PROCESS,
    'sale met a page': IN_PROCESS,
    'sale met garbage': IN_PROCESS,
    'sale met a proxy’s JSON': IN_PROCESS,
    'sale met a proxy’s success': IN_PROCESS,
    'sale failed at the server': IN_PROCESS,
    'sale without the carrier': IN_PROCESS,
    'sold late': 'a sale is recorded before it is answered',
    'sold, and what follows is refused': 'a sale has no later step',
    'sold dearer': AS_TOLD,
    'sold to another address': AS_TOLD,
    'sold under another reference': AS_TOLD,
    'price raised': AS_TOLD,
    'preparation slow': 'a sale has no earlier step',
    'look-up lost': IN_PROCESS,
    'look-up without room': IN_PROCESS,
    'look-up met a page': IN_PROCESS,
    'look-up met a proxy’s success': IN_PROCESS,
    'look-up forgets': 'its journal is in our own database',
    'another label under the reference': AS_TOLD,
    'void lost after': IN_PROCESS,
    'void without room': IN_PROCESS,
    'void refused because it was asked for': 'the answer to a second void is the same as to the first',
    'rates by one call': IN_PROCESS,
    'rates refused': 'it rates every address or none',
    'rates without room': IN_PROCESS,
    'rates lost': IN_PROCESS,
    'rates met garbage': IN_PROCESS,
    'carrier account fails': NO_ACCOUNT,
    'track lost': IN_PROCESS,
    'insuring refused for the operator': NO_ACCOUNT,
    'no insurance': 'the sandbox insures every label',
    'address check lost': UNCHECKED,
    'address check refused': UNCHECKED,
    'label bought by hand': 'nobody else writes to its journal',
    events: 'it sends none',
    'refund events': 'it sends none',
    'pickup at a price': 'its pickups are free',
    'carrier that charges for pickups': 'its pickups are free',
    'adjusted postage of others': 'nobody else writes to its journal',
  },
});

async function start(): Promise<SellerHarness> {
  const names = await database.db.listCollections().toArray();
  for (const { name } of names) await database.db.collection(name).deleteMany({});
  const clock = new FakeClock();
  const connect = () =>
    openSandbox({
      clock,
      printer,
      logger: silentLogger,
      config: { SANDBOX_SCAN_INTERVAL_S: HOUR / 1000 },
      db: database.db,
      sequences: createSequences(database.db, createIdKeeper('shipping', keeper)),
      refundDelayMs: VOID_MS,
    });
  const keeper = createMemoryIdKeeper();
  const usps = ({ carriers }: Pick<SellerHarness['seller'], 'carriers'>) => {
    const found = carriers.find(({ code }) => code === 'usps');
    if (!found) throw new Error('There is no USPS.');
    return found;
  };
  const seller = await connect();
  const carrier = usps(seller);

  const special =
    (company: string, later?: () => void): Arrange =>
    (request) => ({ request: { ...request, to: { ...request.to, company } }, ...(later && { later }) });
  const toZip =
    (zip: string): Arrange =>
    (request) => ({ request: { ...request, to: anAddress({ zip }) } });
  const scans =
    (status: TrackingStatus): Arrange =>
    async ({ accountId, reference }) => {
      await carrier.scanNow?.({ accountId, reference }, status);
      return {};
    };
  const nothing: Arrange = () => ({});

  return {
    seller,
    carrier,
    clock,
    knowsAtOnce: true,
    another: async () => usps(await connect()),
    purchase: (changes = {}) => ({ ...aPurchase(clock.now()), ...changes }),
    soldCount: async () => {
      const { entries } = await seller.journal.list({ accountId: 0, after: '', limit: 1_000 });
      return entries.length;
    },
    bookedCount: () => database.db.collection('carrier_pickups').countDocuments(),
    declared: async (reference) => {
      const sale = await database.db.collection<Sale>('carrier_journal').findOne({ reference });
      return (sale?.items ?? []).map(({ description, quantity, unitValue, originCountry = 'US' }) => ({
        description,
        quantity,
        cents: unitValue * quantity,
        originCountry,
      }));
    },
    arrange: {
      'sale refused': special('SBX_DECLINE'),
      'sale lost before': special('SBX_TIMEOUT_BEFORE_BUY'),
      'sale lost after': special('SBX_TIMEOUT_AFTER_BUY'),
      'void accepted': nothing,
      'void pending': special('SBX_VOID_PENDING'),
      'void accepted later': special('SBX_VOID_PENDING', () => clock.advance(VOID_MS)),
      'void refused': special('SBX_VOID_REJECTED'),
      'void rejected later': special('SBX_VOID_REJECTED SBX_VOID_PENDING', () => clock.advance(VOID_MS)),
      'no rates': toZip('00004'),
      'one carrier fails': toZip('00005'),
      'scans: InTransit': scans('InTransit'),
      'scans: Delivered': scans('Delivered'),
      'scans: DeliveryFailure': scans('DeliveryFailure'),
      'scans: ReturnedToSender': scans('ReturnedToSender'),
      'QR label': nothing,
      'carrier without QR labels': nothing,
      insurance: nothing,
      'sold half a year ago': () => {
        clock.advance(183 * 24 * HOUR);
        return {};
      },
      'several pages': nothing,
      'adjusted postage': special('SBX_ADJUST', () => clock.advance(3 * HOUR)),
      'pickup canceled': nothing,
    },
    stop: async () => undefined,
  };
}

/** Returns short texts in place of real documents. What the documents show is tested elsewhere. */
const printer: LabelPrinter = {
  label: async () => Buffer.from('%PDF label'),
  qr: async () => Buffer.from('\x89PNG code', 'latin1'),
  customsForm: async () => Buffer.from('%PDF form'),
  receipt: async () => Buffer.from('%PDF receipt'),
};
