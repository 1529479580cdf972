import { createHmac } from 'node:crypto';
import { cents } from '@parcelyard/money/cents';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import type { Carrier } from '../../../src/sellers/carrier-port';
import { aPurchase } from '../conformance/a-purchase';
import { describeSeller } from '../conformance/describe-seller';
import type { SellerHarness } from '../conformance/seller-harness';
import {
  API_KEY,
  aMessage,
  aSignedEvent,
  type Body,
  BUY,
  type Mishap,
  startShippoDouble,
  TOO_LONG,
} from './start-shippo-double';
import { connectShippo, ROOM_PAUSES_MS } from './use-shippo';

const SECRETS = ['sécret', 'the one before'] as const;
const RATE = /^POST \/shipments$/;
/** The calls that ask whether a label was sold: the sale itself, or the list of the sales of its rate. */
const LOOK_UP = /^GET \/transactions/;
const ADDRESS = /^POST \/addresses$/;
const REFUND = /^POST \/refunds$/;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.db.dropDatabase();
  await database.close();
});

const PROXY_SUCCESS: Mishap = { status: 200, body: '{"status":"ok"}', contentType: 'application/json' };

describeSeller({
  name: 'shippo',
  start,
  cannot: {
    'pickup at a price': 'Shippo does not report the price of a pickup',
    'pickup canceled': 'Shippo cannot cancel a pickup; only the carrier can',
  },
});

async function start(): Promise<SellerHarness> {
  const double = await startShippoDouble();
  await database.db.collection('shippo_references').deleteMany({});
  const clock = new FakeClock();
  const connect = (apiKey = API_KEY) =>
    connectShippo({ apiKey, clock, db: database.db, url: double.url, secrets: SECRETS });
  const usps = ({ carriers }: Pick<SellerHarness['seller'], 'carriers'>) =>
    carriers.find(({ code }) => code === 'usps') as Carrier;
  const seller = await connect();

  const withMishap = (path: RegExp, mishap: Mishap, meanwhile?: () => void) => () => {
    double.mishap(path, mishap, meanwhile);
    return {};
  };
  const deadKey: Mishap = { status: 401, json: { detail: 'Token does not exist' } };
  const throttled: Mishap = { status: 429, json: { detail: 'Request was throttled.' } };
  const onSale = (happens: Parameters<typeof double.onSold>[0]) => {
    double.onSold(happens);
    return {};
  };
  const withThrottling = (path: RegExp) => () => {
    for (let tries = 0; tries <= ROOM_PAUSES_MS.length; tries += 1) double.mishap(path, throttled);
    return {};
  };
  const all = (): Body[] => [...double.transactions.values()];
  const turn = (status: string) => () => {
    for (const transaction of all()) transaction.status = status;
  };
  const number = () => String(double.sold().at(-1)?.tracking_number);
  const scans = (status: string) => () => {
    double.scan('usps', number(), 'TRANSIT');
    if (status !== 'TRANSIT') double.scan('usps', number(), status, { status_date: '2026-03-03T15:00:00Z' });
    return {};
  };
  const refused: Mishap = { status: 400, json: { __all__: ['The label was used already.'] } };

  return {
    seller,
    carrier: usps(seller),
    clock,
    another: async () => usps(await connect()),
    withDeadKey: async () => usps(await connect('shippo_test_dead')),
    purchase: (changes = {}) => ({ ...aPurchase(clock.now()), ...changes }),
    soldCount: async () => double.sold().length,
    bookedCount: async () => double.pickups.size,
    declared: (reference) => {
      // Shippo's answer has only the ids of the items, so the items are read from our request.
      const asked = double.callsOf(RATE).find(({ body }) => body.metadata === reference);
      const { items = [] } = (asked?.body.customs_declaration ?? {}) as { items?: Body[] };
      return items.map((item) => ({
        description: String(item.description),
        quantity: Number(item.quantity),
        cents: Math.round(Number(item.value_amount) * 100),
        originCountry: String(item.origin_country),
      }));
    },
    ratedCount: () => double.callsOf(RATE).length,
    events: {
      aboutScan: (tracking_number, secret = SECRETS[0]) =>
        delivery(aSignedEvent('track_updated', { carrier: 'usps', tracking_number }, secret)),
      aboutRefund: (tracking_number) =>
        delivery(aSignedEvent('transaction_updated', { status: 'REFUNDED', tracking_number }, SECRETS[0])),
      other: delivery(aSignedEvent('batch_created', {}, SECRETS[0])),
      garbage: delivery(signed('{"event":7}')),
    },
    arrange: {
      'sale refused': withMishap(BUY, { status: 400, json: { rate: ['The address is not serviceable.'] } }),
      'sale refused for the operator': withMishap(BUY, {
        status: 400,
        json: { detail: 'Payment method required.' },
      }),
      'sale without room once': withMishap(BUY, throttled),
      'sale without room': withThrottling(BUY),
      'sale lost before': withMishap(BUY, 'lost before'),
      'sale lost after': withMishap(BUY, 'lost after'),
      'sale met a page': withMishap(BUY, { status: 403, body: '<html>Forbidden</html>' }),
      'sale met garbage': withMishap(BUY, {
        status: 201,
        body: '{"status":"SUCC',
        contentType: 'application/json',
      }),
      'sale met a proxy’s JSON': withMishap(BUY, {
        status: 404,
        body: '{"error":{"message":"no healthy upstream"}}',
        contentType: 'application/json',
      }),
      'sale met a proxy’s success': withMishap(BUY, PROXY_SUCCESS),
      'sale failed at the server': withMishap(BUY, { status: 500, json: { detail: 'Internal error.' } }),
      'sale without the carrier': withMishap(BUY, { status: 400, json: { messages: [TOO_LONG] } }),
      'sold late': () => {
        const hidden: Body[] = [];
        double.mishap(BUY, 'lost after');
        double.onSold((transaction) => {
          hidden.push(transaction);
          double.transactions.delete(String(transaction.object_id));
        });
        return {
          later: () => {
            for (const one of hidden) double.transactions.set(String(one.object_id), one);
          },
        };
      },
      'sold, and what follows is refused': withMishap(/^GET \/shipments/, {
        status: 400,
        json: { detail: 'No.' },
      }),
      'sold dearer': () =>
        onSale(({ rate }) => Object.assign(double.rates.get(String(rate)) ?? {}, { amount: '9.99' })),
      'sold to another address': () =>
        onSale(({ rate }) => {
          const shipment = double.shipments.get(String(double.rates.get(String(rate))?.shipment));
          Object.assign(shipment ?? {}, {
            address_to: { street1: '1 Main St', zip: '10001', country: 'US' },
          });
        }),
      'sold under another reference': () =>
        onSale((transaction) => Object.assign(transaction, { metadata: 'pur_9_1_a1_5eed' })),
      'price raised': (request) => ({ request: { ...request, price: cents(request.price - 1) } }),
      'preparation slow': withMishap(RATE, 'slow', () => clock.advance(6_001)),
      'look-up lost': withMishap(LOOK_UP, 'lost before'),
      'look-up without room': withThrottling(LOOK_UP),
      'look-up met a proxy’s success': withMishap(LOOK_UP, PROXY_SUCCESS),
      'look-up met a page': withMishap(LOOK_UP, { status: 404, body: '<html>Not found</html>' }),
      'look-up forgets': () => {
        double.transactions.clear();
        return {};
      },
      'another label under the reference': () => ({}),
      'void accepted': () => set({ refund: 'SUCCESS' }),
      'void pending': () => set({ refund: 'PENDING' }),
      'void accepted later': () => ({ later: turn('REFUNDED') }),
      'void refused': withMishap(REFUND, refused),
      'void rejected later': () => ({ later: turn('REFUNDREJECTED') }),
      'void lost after': withMishap(REFUND, 'lost after'),
      'void without room': withThrottling(REFUND),
      'void refused because it was asked for': withMishap(REFUND, refused, turn('REFUNDPENDING')),
      'no rates': () => set({ rates: [] }),
      'one carrier fails': () =>
        set({
          rates: double.settings.rates.filter(({ provider }) => provider !== 'FedEx'),
          messages: [aMessage('FedEx', 'FedEx has no service there.', 'no_service')],
        }),
      'rates refused': withMishap(RATE, {
        status: 400,
        json: { address_to: { zip: ['This ZIP code is invalid.'] } },
      }),
      'rates without room': withThrottling(RATE),
      'rates lost': withMishap(RATE, 'lost before'),
      'rates met garbage': withMishap(RATE, { status: 200, body: 'null', contentType: 'application/json' }),
      'carrier account fails': () =>
        set({ rates: [], messages: [aMessage('USPS', 'Invalid credentials for this carrier account.')] }),
      'scans: InTransit': scans('TRANSIT'),
      'scans: Delivered': scans('DELIVERED'),
      'scans: DeliveryFailure': scans('FAILURE'),
      'scans: ReturnedToSender': scans('RETURNED'),
      'track lost': withMishap(/^GET \/tracks/, 'lost before'),
      'QR label': () => ({}),
      'carrier without QR labels': () => ({}),
      insurance: () => ({}),
      'no insurance': () => set({ insures: false }),
      'insuring refused for the operator': withMishap(LOOK_UP, deadKey),
      'address check lost': withMishap(ADDRESS, 'lost before'),
      'address check refused': withMishap(ADDRESS, deadKey),
      'sold half a year ago': () => {
        for (const transaction of all()) transaction.object_created = '2025-09-02T15:00:01Z';
        return {};
      },
      'label bought by hand': () => {
        double.transactions.set('by-hand', {
          object_id: 'by-hand',
          status: 'SUCCESS',
          metadata: 'Order 7',
          tracking_number: '9',
          rate: 'none',
        });
        return {};
      },
      'several pages': () => set({ pageSize: 3 }),
      'carrier that charges for pickups': () => ({}),
      'adjusted postage': () => ({
        later: () => {
          const [transaction] = all();
          double.settings.invoiceItems = [
            anItem('LABEL_PAYMENT', '7.45', transaction?.object_id),
            anItem('LABEL_SURCHARGE', '1.30', transaction?.object_id),
          ];
        },
      }),
      'adjusted postage of others': () =>
        set({ invoiceItems: [anItem('LABEL_SURCHARGE', '2.00', 'unknown')] }),
    },
    stop: () => double.stop(),
  };

  function set(changes: Partial<typeof double.settings>) {
    Object.assign(double.settings, changes);
    return {};
  }
}

const anItem = (type: string, amount: string, transaction: unknown): Body => ({
  object_id: `item_${type}`,
  object_created: '2026-03-09T14:15:22Z',
  type,
  description: 'Weight correction',
  amount,
  currency: 'USD',
  transaction,
});

const delivery = ({ body, headers }: { body: string; headers: Record<string, string> }) => ({
  source: 'shippo',
  key: '',
  body: Buffer.from(body),
  headers,
});

const signed = (body: string) => {
  const v1 = createHmac('sha256', SECRETS[0]).update(`1.${body}`).digest('hex');
  return { body, headers: { 'shippo-auth-signature': `t=1,v1=${v1}` } };
};
