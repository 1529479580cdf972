import { createHmac } from 'node:crypto';
import { cents } from '@parcelyard/money/cents';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { aPurchase } from '../conformance/a-purchase';
import { describeSeller } from '../conformance/describe-seller';
import type { SellerHarness } from '../conformance/seller-harness';
import { API_KEY, aSignedEvent, BUY, type Mishap, startEasypostDouble } from './start-easypost-double';
import { connectEasypost, ROOM_PAUSES_MS } from './use-easypost';

type Body = Record<string, unknown>;

const SECRETS = ['sécret', 'the one before'] as const;
const RATE = /^POST \/shipments$/;
const LOOK_UP = /^GET \/shipments\//;
const ADDRESS = /^POST \/addresses$/;
const REFUND = /\/refund$/;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.db.dropDatabase();
  await database.close();
});

const PROXY_SUCCESS: Mishap = { status: 200, body: '{"status":"ok"}', contentType: 'application/json' };

describeSeller({ name: 'easypost', start, cannot: {} });

async function start(): Promise<SellerHarness> {
  const double = await startEasypostDouble();
  await database.db.collection('easypost_references').deleteMany({});
  const clock = new FakeClock();
  const connect = (apiKey = API_KEY) =>
    connectEasypost({ apiKey, clock, db: database.db, url: double.url, secrets: SECRETS });
  const usps = ({ carriers }: Pick<SellerHarness['seller'], 'carriers'>) => {
    const found = carriers.find(({ code }) => code === 'usps');
    if (!found) throw new Error('There is no USPS.');
    return found;
  };
  const seller = await connect();

  const withMishap = (path: RegExp, mishap: Mishap, meanwhile?: () => void) => () => {
    double.mishap(path, mishap, meanwhile);
    return {};
  };
  const deadKey: Mishap = { status: 401, code: 'UNAUTHORIZED', message: 'This api key is no longer active.' };
  const throttled: Mishap = { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' };
  const onSale = (happens: Parameters<typeof double.onSold>[0]) => {
    double.onSold(happens);
    return {};
  };
  const withThrottling = (path: RegExp) => () => {
    for (let tries = 0; tries <= ROOM_PAUSES_MS.length; tries += 1) double.mishap(path, throttled);
    return {};
  };
  const sold = () => [...double.shipments.values()].filter(({ postage_label }) => postage_label);
  const give = (changes: Body) => () => {
    for (const shipment of sold()) Object.assign(shipment, changes);
  };
  const scans = (status: string) => () => {
    const detail = (of: string, datetime: string) => ({ status: of, datetime, message: 'Scanned.' });
    give({
      tracker: {
        status,
        tracking_details: [
          detail(status, '2026-03-03T15:00:00Z'),
          detail('in_transit', '2026-03-02T18:00:00Z'),
        ],
      },
    })();
    return {};
  };
  const unavailable = {
    status: 422,
    code: 'SHIPMENT.REFUND.UNAVAILABLE',
    message: 'The parcel was scanned.',
  };
  const hidden = new Map<Body, Body>();

  return {
    seller,
    carrier: usps(seller),
    clock,
    another: async () => usps(await connect()),
    withDeadKey: async () => usps(await connect('EZTK-dead')),
    purchase: (changes = {}) => ({ ...aPurchase(clock.now()), ...changes }),
    soldCount: async () => sold().length + hidden.size,
    bookedCount: async () => double.callsOf(/^POST \/pickups\/[^/]+\/buy$/).length,
    declared: (reference) => {
      const shipment = sold().find((one) => one.reference === reference);
      const { customs_items = [] } = (shipment?.customs_info ?? {}) as { customs_items?: Body[] };
      return customs_items.map((item) => ({
        description: String(item.description),
        quantity: Number(item.quantity),
        cents: Math.round(Number(item.value) * 100),
        originCountry: String(item.origin_country),
      }));
    },
    ratedCount: () => double.callsOf(RATE).length,
    events: {
      aboutScan: (tracking_code, secret = SECRETS[0]) =>
        delivery(aSignedEvent('tracker.updated', { object: 'Tracker', tracking_code }, secret)),
      aboutRefund: (tracking_code) =>
        delivery(aSignedEvent('refund.successful', { object: 'Refund', tracking_code }, SECRETS[0])),
      other: delivery(aSignedEvent('batch.updated', { object: 'Batch' }, SECRETS[0])),
      garbage: delivery(signed('{"description":7}')),
    },
    arrange: {
      'sale refused': withMishap(BUY, {
        status: 422,
        code: 'SHIPMENT.POSTAGE.FAILURE',
        message: 'The address is not serviceable.',
      }),
      'sale refused for the operator': withMishap(BUY, {
        status: 422,
        code: 'SHIPMENT.POSTAGE.FAILURE',
        message: 'Invalid Access License number',
      }),
      'sale without room once': withMishap(BUY, throttled),
      'sale without room': withThrottling(BUY),
      'sale lost before': withMishap(BUY, 'lost before'),
      'sale lost after': withMishap(BUY, 'lost after'),
      'sale met a page': withMishap(BUY, { status: 403, body: '<html>Forbidden</html>' }),
      'sale met garbage': withMishap(BUY, {
        status: 200,
        body: '{"id":"shp_',
        contentType: 'application/json',
      }),
      'sale met a proxy’s JSON': withMishap(BUY, {
        status: 404,
        body: '{"error":{"message":"no healthy upstream"}}',
        contentType: 'application/json',
      }),
      'sale met a proxy’s success': withMishap(BUY, PROXY_SUCCESS),
      'sale failed at the server': withMishap(BUY, {
        status: 500,
        code: 'INTERNAL',
        message: 'Internal error.',
      }),
      'sale without the carrier': withMishap(BUY, {
        status: 400,
        code: 'SHIPMENT.POSTAGE.FAILURE',
        message: 'Error contacting carrier: Carrier did not respond.',
      }),
      'sold late': () => {
        double.mishap(BUY, 'lost after');
        double.onSold((shipment) => {
          hidden.set(shipment, { postage_label: shipment.postage_label });
          Object.assign(shipment, { postage_label: null });
        });
        return {
          later: () => {
            for (const [shipment, label] of hidden) Object.assign(shipment, label);
            hidden.clear();
          },
        };
      },
      'sold, and what follows is refused': (request) => {
        double.mishap(/forms$/, { status: 422, code: 'FORM.UNAVAILABLE', message: 'No such form.' });
        return { request: { ...request, printSetting: 'qr' } };
      },
      'sold dearer': () =>
        onSale((shipment) =>
          Object.assign(shipment, { selected_rate: { ...(shipment.selected_rate as Body), rate: '9.99' } }),
        ),
      'sold to another address': () =>
        onSale((shipment) =>
          Object.assign(shipment, { to_address: { street1: '1 Main St', zip: '10001', country: 'US' } }),
        ),
      'sold under another reference': () =>
        onSale((shipment) => Object.assign(shipment, { reference: 'pur_9_1_a1_5eed' })),
      'price raised': (request) => ({ request: { ...request, price: cents(request.price - 1) } }),
      'preparation slow': withMishap(RATE, 'slow', () => clock.advance(6_001)),
      'look-up lost': withMishap(LOOK_UP, 'lost before'),
      'look-up without room': withThrottling(LOOK_UP),
      'look-up met a proxy’s success': withMishap(LOOK_UP, PROXY_SUCCESS),
      'look-up met a page': withMishap(LOOK_UP, { status: 404, body: '<html>Not found</html>' }),
      'look-up forgets': () => {
        double.shipments.clear();
        return {};
      },
      'another label under the reference': () => ({}),
      'void accepted': () => set({ refund: 'refunded' }),
      'void pending': () => set({ refund: 'submitted' }),
      'void accepted later': () => ({ later: give({ refund_status: 'refunded' }) }),
      'void refused': withMishap(REFUND, unavailable),
      'void rejected later': () => ({
        later: () => {
          give({ refund_status: 'rejected' })();
          set({ refund: 'rejected' });
        },
      }),
      'void lost after': withMishap(REFUND, 'lost after'),
      'void without room': withThrottling(REFUND),
      'void refused because it was asked for': withMishap(
        REFUND,
        unavailable,
        give({ refund_status: 'submitted' }),
      ),
      'no rates': () => set({ rates: [] }),
      'one carrier fails': () =>
        set({
          rates: double.settings.rates.filter(({ carrier }) => carrier !== 'FedExDefault'),
          messages: [{ carrier: 'FedExDefault', type: 'rate_error', message: 'No service there.' }],
        }),
      'rates refused': withMishap(RATE, {
        status: 422,
        code: 'ADDRESS.PARAMETERS.INVALID',
        message: 'Invalid ZIP code.',
      }),
      'rates without room': withThrottling(RATE),
      'rates lost': withMishap(RATE, 'lost before'),
      'rates met garbage': withMishap(RATE, { status: 200, body: '{"id":', contentType: 'application/json' }),
      'carrier account fails': () =>
        set({
          rates: [],
          messages: [{ carrier: 'USPS', type: 'rate_error', message: 'Invalid credentials' }],
        }),
      'scans: InTransit': scans('in_transit'),
      'scans: Delivered': scans('delivered'),
      'scans: DeliveryFailure': scans('failure'),
      'scans: ReturnedToSender': scans('return_to_sender'),
      'track lost': withMishap(LOOK_UP, 'lost before'),
      'QR label': () => ({}),
      'carrier without QR labels': () => ({}),
      insurance: () => ({}),
      'no insurance': () => {
        set({ insures: false });
        double.mishap(/insure$/, { status: 422, code: 'INSURANCE.FAILURE', message: 'Not insurable.' });
        return {};
      },
      'insuring refused for the operator': withMishap(/insure$/, deadKey),
      'address check lost': withMishap(ADDRESS, 'lost before'),
      'address check refused': withMishap(ADDRESS, deadKey),
      'sold half a year ago': () => {
        give({ created_at: '2025-09-02T15:00:01Z' })();
        return {};
      },
      'label bought by hand': () => {
        double.shipments.set('shp_hand', {
          id: 'shp_hand',
          created_at: clock.now().toISOString(),
          reference: 'by-hand',
          postage_label: {},
        });
        return {};
      },
      'several pages': () => set({ pageSize: 3 }),
      'adjusted postage': () => ({ later: () => set({ invoices: [anInvoice(String(sold()[0]?.id))] }) }),
      'adjusted postage of others': () => set({ invoices: [anInvoice('shp_unknown')] }),
      'pickup at a price': () => set({ pickupRate: '5.90' }),
      'carrier that charges for pickups': () => ({}),
      'pickup canceled': () => ({}),
    },
    stop: () => double.stop(),
  };

  function set(changes: Partial<typeof double.settings>) {
    Object.assign(double.settings, changes);
    return {};
  }

  function anInvoice(shipment_id: string): Readonly<Record<string, string>> {
    const on = clock.now().toISOString().slice(0, 10);
    return {
      on,
      shipment_id,
      initially_paid_amount: '7.45',
      final_invoice_amount: '8.75',
      quoted_currency: 'USD',
    };
  }
}

const delivery = ({ body, headers }: { body: string; headers: Record<string, string> }) => ({
  source: 'easypost',
  key: '',
  body: Buffer.from(body),
  headers,
});

const signed = (body: string) => {
  const hex = createHmac('sha256', SECRETS[0].normalize('NFKD')).update(body).digest('hex');
  return { body, headers: { 'x-hmac-signature': `hmac-sha256-hex=${hex}` } };
};
