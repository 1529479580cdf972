import { cents } from '@parcelyard/money/cents';
import { CarrierNoAnswer, CarrierRefused } from '@parcelyard/shipping/carriers/carrier-errors';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import type {
  BuyRequest,
  Carrier,
  PickupBookingRequest,
  ShipmentRequest,
} from '../../../src/carriers/carrier-port';
import {
  createEasypostCarriers,
  type EasypostCarriers,
} from '../../../src/carriers/easypost/create-easypost-carriers';
import { createEasypostApi } from '../../../src/carriers/easypost/easypost-api';
import { anAddress, austin } from '../../address/an-address';
import { API_KEY, BUY, type EasypostDouble, type Mishap, startEasypostDouble } from './start-easypost-double';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let double: EasypostDouble;
let clock: FakeClock;
let easypost: EasypostCarriers;
let usps: Carrier;

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

const connect = (apiKey = API_KEY) =>
  createEasypostCarriers({ db: database.db, clock, logger: silentLogger, apiKey, url: double.url });

const shipment = (changes: Partial<ShipmentRequest> = {}): ShipmentRequest => ({
  from: austin,
  to: anAddress(),
  parcel: { weightOz: 12, length: 8, width: 6, height: 4 },
  options: { signatureRequired: false, saturdayDelivery: false },
  shipDate: clock.now(),
  orderReferences: ['A7K2MQ'],
  ...changes,
});

const purchase = (changes: Partial<BuyRequest> = {}): BuyRequest => ({
  ...shipment(),
  accountId: 1,
  reference: 'pur_1001_1',
  serviceLevel: 'usps_ground_advantage',
  price: cents(745),
  printSetting: 'pdf',
  items: [],
  ...changes,
});

const label = { accountId: 1, reference: 'pur_1001_1' };
const toronto = anAddress({ city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('rating through EasyPost', () => {
  it('asks once for all carriers, and each gives its own rates', async () => {
    const request = shipment();
    const [ours, ups, fedex] = await Promise.all(
      easypost.registry.all.map((carrier) => carrier.rate(request)),
    );
    expect(double.calls).toHaveLength(1);
    expect(ours?.rates).toEqual([
      {
        ...{ carrier: 'usps', serviceLevel: 'usps_ground_advantage', method: 'USPS Ground Advantage' },
        ...{ amount: 745, currency: 'USD', retailAmount: 980, deliveryDays: 3, zone: 7 },
        charges: [{ type: 'base', name: 'USPS Ground Advantage', amount: 745 }],
        ...{ estimatedDeliveryDate: undefined, deliveryDateGuaranteed: false },
      },
      expect.objectContaining({
        ...{ serviceLevel: 'usps_priority_mail', amount: 1020, retailAmount: 1020 },
        estimatedDeliveryDate: '2026-03-05',
      }),
    ]);
    expect(ups?.rates).toMatchObject([
      { serviceLevel: 'ups_ground', amount: 995, zone: undefined },
      { serviceLevel: 'ups_next_day_air', amount: 3107, deliveryDateGuaranteed: true },
    ]);
    expect(fedex?.rates).toMatchObject([
      { serviceLevel: 'fedex_2day', amount: 1844 },
      { serviceLevel: 'fedex_regional_new', method: 'FedEx Regional New', amount: 800 },
    ]);
  });

  it('sends addresses, ounces, inches and wishes, and a declaration abroad', async () => {
    const to = anAddress({ street2: 'Suite 4', street3: 'Rear' });
    await usps.rate(
      shipment({ to, residential: true, options: { signatureRequired: true, saturdayDelivery: true } }),
    );
    await usps.rate(shipment({ to: toronto, parcel: { weightOz: 5 } }));
    const [domestic, abroad] = double.calls.map(({ body }) => body.shipment as Record<string, unknown>);
    expect(domestic).toMatchObject({
      from_address: { company: 'Lone Star Goods', zip: '78701', country: 'US' },
      to_address: { name: 'Dana Whitfield', street2: 'Suite 4, Rear', zip: '94043', residential: true },
      parcel: { weight: 12, length: 8, width: 6, height: 4 },
      options: {
        ...{ label_format: 'PDF', label_size: '4x6', print_custom_1: 'A7K2MQ' },
        ...{ delivery_confirmation: 'SIGNATURE', saturday_delivery: true },
      },
    });
    expect(domestic).not.toHaveProperty('customs_info');
    expect(domestic).not.toHaveProperty('reference');
    expect(abroad).toMatchObject({
      parcel: { weight: 5 },
      customs_info: { customs_items: [{ description: 'Merchandise', weight: 5, origin_country: 'US' }] },
    });
  });

  it('passes on what a carrier says of rates that it has none of', async () => {
    double.settings.rates = [];
    double.settings.messages = [{ carrier: 'USPS', type: 'rate_error', message: 'Too heavy for mail.' }];
    expect(await usps.rate(shipment())).toEqual({
      rates: [],
      messages: [{ carrier: 'usps', code: 'rate_error', message: 'Too heavy for mail.' }],
    });
    expect(await easypost.registry.get('ups').rate(shipment())).toEqual({ rates: [], messages: [] });
  });

  it('a carrier account that does not work is told as a carrier that is not available, and not beside its rates', async () => {
    double.settings.messages = [
      { carrier: 'UPS', type: 'rate_error', message: 'Account numbers should be 6 characters or less.' },
      { carrier: 'USPS', type: 'rate_error', message: 'Invalid credentials' },
    ];
    const ups = easypost.registry.get('ups');
    expect(await ups.rate(shipment())).toMatchObject({ rates: [{}, {}], messages: [] });
    double.settings.rates = [];
    expect(await usps.rate(shipment())).toEqual({
      rates: [],
      messages: [{ carrier: 'usps', code: 'unavailable', message: 'USPS is not available at the moment.' }],
    });
  });

  it('an address that cannot be rated is refused in their words; a dead key is nobody’s words', async () => {
    double.mishap(/^POST \/shipments$/, {
      ...{ status: 422, code: 'ADDRESS.PARAMETERS.INVALID', message: 'Invalid zip.' },
    });
    expect(await failure(usps.rate(shipment()))).toMatchObject({
      name: 'CarrierRefused',
      code: 'ADDRESS.PARAMETERS.INVALID',
      message: 'Invalid zip.',
    });
    const refused = await failure((await connect('EZTK-dead')).registry.get('usps').rate(shipment()));
    expect(refused).toMatchObject({ name: 'CarrierUnavailable' });
    expect((refused as Error).message).not.toMatch(/key/);
  });
});

describe('buying through EasyPost', () => {
  it('buys the service under our reference, and the label is found by it', async () => {
    const bought = await usps.buy(purchase());
    expect(bought).toMatchObject({
      ...{
        ...label,
        carrier: 'usps',
        serviceLevel: 'usps_ground_advantage',
        method: 'USPS Ground Advantage',
      },
      ...{
        charged: 745,
        status: 'purchased',
        documents: ['label'],
        boughtAt: new Date('2026-03-02T15:00:02Z'),
      },
      carrierTrackingUrl: expect.stringContaining(bought.trackingNumber),
    });
    const [sold] = [...double.shipments.values()];
    expect(sold).toMatchObject({ reference: 'pur_1001_1', selected_rate: { service: 'GroundAdvantage' } });
    expect(await usps.findByReference(1, 'pur_1001_1')).toEqual(bought);
    expect(await usps.findByReference(1, 'pur_1001_2')).toBeUndefined();
  });

  it('buys once per reference, however often and through whichever process it is asked', async () => {
    const first = await usps.buy(purchase());
    expect(await usps.buy(purchase())).toEqual(first);
    expect(await (await connect()).registry.get('usps').buy(purchase())).toEqual(first);
    expect(double.callsOf(BUY)).toHaveLength(1);
  });

  it('two processes at once buy one label, although EasyPost takes a reference twice', async () => {
    const other = (await connect()).registry.get('usps');
    const [one, two] = await Promise.all([usps.buy(purchase()), other.buy(purchase())]);
    expect(two).toEqual(one);
    const labels = [...double.shipments.values()].filter(({ postage_label }) => postage_label);
    expect(labels).toHaveLength(1);
  });

  it('insures what is to be insured, in dollars', async () => {
    await usps.buy(purchase({ insuredValue: cents(4_850) }));
    expect(double.callsOf(BUY)[0]?.body).toMatchObject({ insurance: 48.5 });
  });

  it('declares the contents abroad, line by line, and keeps the form', async () => {
    const items = [
      { description: 'Engine', quantity: 2, unitValue: cents(2_000) },
      { description: 'Cards', quantity: 1, unitValue: cents(850) },
    ];
    const bought = await usps.buy(purchase({ to: toronto, items }));
    expect(double.calls.at(-2)?.body.shipment).toMatchObject({
      customs_info: {
        ...{ contents_type: 'merchandise', customs_certify: true, customs_signer: 'Parcelyard Sandbox' },
        customs_items: [
          { description: 'Engine', quantity: 2, value: '40.00', weight: 8, currency: 'USD' },
          { description: 'Cards', quantity: 1, value: '8.50', weight: 4 },
        ],
      },
    });
    expect(bought.documents).toEqual(['label', 'form']);
    expect(await usps.document(label, 'form')).toMatchObject({
      contentType: 'application/pdf',
      fileName: `form-${bought.trackingNumber}.pdf`,
    });
  });

  it('a shop that prints by QR gets the image, and the original beside it', async () => {
    const bought = await usps.buy(purchase({ printSetting: 'qr' }));
    expect(bought.documents).toEqual(['label', 'raw']);
    expect(await usps.document(label, 'label')).toMatchObject({ contentType: 'image/png' });
    expect(await usps.document(label, 'raw')).toMatchObject({ contentType: 'application/pdf' });
  });

  it('no QR image is no reason to lose a label', async () => {
    double.mishap(/\/forms$/, 'lost before');
    const bought = await usps.buy(purchase({ printSetting: 'qr' }));
    expect(bought.documents).toEqual(['label']);
    expect(await usps.document(label, 'label')).toMatchObject({ contentType: 'application/pdf' });
    expect(await usps.document(label, 'receipt')).toBeUndefined();
  });

  it('a refusal is passed on word for word, and nothing was bought [MCP-E11]', async () => {
    const message = 'The carrier refused: address is not serviceable.';
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message });
    expect(await failure(usps.buy(purchase()))).toMatchObject({
      ...{ name: 'CarrierRefused', code: 'SHIPMENT.POSTAGE.FAILURE', message },
    });
    expect([...double.shipments.values()].filter(({ postage_label }) => postage_label)).toEqual([]);
  });

  it.each([401, 402, 403, 429])(
    'a %d concerns us: nothing was bought, and it is in nobody’s words',
    async (status) => {
      double.mishap(BUY, { status, code: 'PAYMENT_REQUIRED', message: 'Insufficient funds in your wallet.' });
      expect(await failure(usps.buy(purchase()))).toMatchObject({
        ...{ name: 'CarrierUnavailable', message: 'USPS is not available at the moment.' },
      });
      expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
    },
  );

  it('a carrier account that does not work is not the carrier’s no', async () => {
    const message = 'Invalid Access License number';
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message });
    expect(await failure(usps.buy(purchase()))).toMatchObject({ name: 'CarrierUnavailable' });
  });

  const proxies = {
    'an HTML page': { status: 403, body: '<html>Forbidden</html>' },
    'JSON of its own': {
      status: 404,
      contentType: 'application/json',
      body: '{"error":{"message":"no healthy upstream"}}',
    },
    'JSON with a number as its code': {
      status: 422,
      contentType: 'application/json',
      body: '{"error":{"code":422,"message":"blocked by policy"}}',
    },
    'plain text': { status: 429, contentType: 'text/plain', body: 'slow down' },
  };
  it.each(Object.entries(proxies))(
    'a proxy that answers with %s has said nothing of the label',
    async (_what, page) => {
      double.mishap(BUY, page);
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
      clock.advance(90_000);
      double.mishap(/^GET \/shipments/, page);
      expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
    },
  );

  it.each<[string, Mishap]>([
    ['a rate limit', { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' }],
    ['a 404', { status: 404, code: 'NOT_FOUND', message: 'Not found.' }],
    ['silence', 'lost before'],
    ['a proxy’s page', { status: 404, body: '<html>Not found</html>' }],
  ])('a no whose check meets %s is no answer, never a no', async (_what, mishap) => {
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message: 'No.' });
    double.mishap(/^GET \/shipments\/shp_/, mishap);
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('a no to a shipment that has its label is a yes', async () => {
    double.mishap(BUY, 'lost after');
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    const [sold] = [...double.shipments.values()] as { postage_label: unknown }[];
    const label = sold?.postage_label;
    // As a look-up sees it that runs behind.
    Object.assign(sold ?? {}, { postage_label: null });
    double.mishap(
      BUY,
      { status: 422, code: 'SHIPMENT.POSTAGE.EXISTS', message: 'Postage already exists.' },
      () => Object.assign(sold ?? {}, { postage_label: label }),
    );
    expect(await usps.buy(purchase())).toMatchObject({ status: 'purchased' });
    expect([...double.shipments.values()].filter(({ postage_label }) => postage_label)).toHaveLength(1);
  });

  it('a shipment that EasyPost made and knows no more is asked for with another key: no answer', async () => {
    double.mishap(BUY, 'lost before');
    await failure(usps.buy(purchase()));
    double.shipments.clear();
    clock.advance(90_000);
    expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('a closed reference is bought under no more, by nobody', async () => {
    expect(await usps.close(label)).toBeUndefined();
    expect(await failure(usps.buy(purchase()))).toMatchObject({ name: 'CarrierRefused', code: 'given_up' });
    expect(double.callsOf(BUY)).toEqual([]);
  });

  it('closing tells of a label that was sold, waits for one that may be, and does not wait after a no', async () => {
    const bought = await usps.buy(purchase());
    expect(await usps.close(label)).toEqual(bought);

    const other = { accountId: 1, reference: 'pur_1002_1' };
    double.mishap(BUY, 'lost before');
    await failure(usps.buy(purchase(other)));
    expect(await failure(usps.close(other))).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    expect(await usps.close(other)).toBeUndefined();

    const third = { accountId: 1, reference: 'pur_1003_1' };
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message: 'No.' });
    await failure(usps.buy(purchase(third)));
    expect(await usps.close(third)).toBeUndefined();
  });

  it('a label that was bought without its insurance is insured afterwards, or said to have no cover', async () => {
    double.settings.insures = false;
    const wanted = purchase({ insuredValue: cents(4_850) });
    expect(await usps.buy(wanted)).toMatchObject({ insuredValue: 0 });
    double.mishap(/insure$/, { status: 422, code: 'INSURANCE.FAILURE', message: 'Not insurable.' });
    expect(await usps.insure(label, cents(4_850))).toBe(false);
    double.mishap(/insure$/, 'lost before');
    expect(await failure(usps.insure(label, cents(4_850)))).toBeInstanceOf(CarrierNoAnswer);
    expect(await usps.insure(label, cents(4_850))).toBe(true);
    expect(await usps.insure(label, cents(4_850))).toBe(true);
    expect(double.callsOf(/insure$/)).toHaveLength(3);
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ insuredValue: 4_850 });
  });

  it('a label that comes in the answer itself, with no link, is printed', async () => {
    await usps.buy(purchase());
    const [sold] = [...double.shipments.values()] as { postage_label: object }[];
    const file = Buffer.from('\x89PNG a label', 'latin1').toString('base64');
    Object.assign(sold?.postage_label ?? {}, { label_url: null, label_file: file });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ documents: ['label'] });
    expect(await usps.document(label, 'label')).toMatchObject({ contentType: 'image/png' });
  });

  it('nothing is done with a label that has become another one', async () => {
    await usps.buy(purchase());
    const known = { ...label, trackingNumber: '9400999999999999999999' };
    for (const asked of [usps.void(known), usps.track(known), usps.document(known, 'label')]) {
      expect(await failure(asked)).toMatchObject({ name: 'CarrierMismatch', fields: ['tracking'] });
    }
    expect(double.callsOf(/refund$/)).toEqual([]);
  });

  it.each(['lost after', 'lost before', 'bad gateway'] as const)(
    'an answer that is %s is no answer, and the look-up tells',
    async (mishap) => {
      double.mishap(BUY, mishap);
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
      if (mishap === 'lost after') {
        expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'purchased' });
        return;
      }
      expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
      clock.advance(90_000);
      expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
    },
  );

  it('a call that nobody answers ends by itself', async () => {
    const api = await createEasypostApi({ apiKey: API_KEY, url: double.url, timeoutMs: 50 });
    double.mishap(/shipments/, 'silence');
    expect(await failure(api.findShipment('pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it.each(['SHIPMENT.POSTAGE.NO_RESPONSE', 'SHIPMENT.PURCHASE.IN_PROGRESS'])(
    '%s is no answer either',
    async (code) => {
      double.mishap(BUY, { status: 422, code, message: 'The carrier did not respond.' });
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    },
  );

  it('a dearer price than the one promised is refused before anything is bought', async () => {
    expect(await failure(usps.buy(purchase({ price: cents(744) })))).toMatchObject({
      ...{ name: 'CarrierRefused', code: 'price_changed' },
      message: 'USPS has raised the price of this service.',
    });
    expect(
      await failure(usps.buy(purchase({ serviceLevel: 'usps_media_mail', reference: 'pur_2_1' }))),
    ).toMatchObject({ code: 'service_unavailable' });
    expect(double.callsOf(BUY)).toEqual([]);
  });

  it('a shipment that took too long to make is not bought any more', async () => {
    const slow = await createEasypostCarriers({
      ...{ db: database.db, logger: silentLogger, apiKey: API_KEY, url: double.url },
      clock: { now: () => (double.calls.length > 0 ? new Date(clock.now().getTime() + 6_001) : clock.now()) },
    });
    expect(await failure(slow.registry.get('usps').buy(purchase()))).toMatchObject({ code: 'too_slow' });
    expect(double.callsOf(BUY)).toEqual([]);
  });
});

describe('EasyPost’s own journal', () => {
  const sold = async (accountId: number, after = '') =>
    (await easypost.journal.list({ accountId, after, limit: 1_000 })).entries.map(
      ({ accountId: owner, reference, carrier, chargedCents, status }) =>
        [owner, reference, carrier, chargedCents, status] as const,
    );

  it('tells what was sold under our references, page by page, and whose it is', async () => {
    double.settings.pageSize = 2;
    for (const [accountId, order] of [
      [1, 1001],
      [2, 1002],
      [1, 1003],
    ] as const) {
      await usps.buy(purchase({ accountId, reference: `pur_${order}_1_a${accountId}_5eed` }));
    }
    await usps.void({ accountId: 2, reference: 'pur_1002_1_a2_5eed' });
    const first = await easypost.journal.list({ accountId: 0, after: '', limit: 1_000 });
    expect(first.entries).toHaveLength(2);
    expect(await sold(0, first.next)).toEqual([[1, 'pur_1001_1_a1_5eed', 'usps', 745, 'purchased']]);
    expect(await sold(2)).toEqual([[2, 'pur_1002_1_a2_5eed', 'usps', 745, 'void_pending']]);
    expect((await easypost.journal.list({ accountId: 0, after: first.next, limit: 1 })).next).toBe('');
  });

  it('names labels that a restored backup knows nothing of, and leaves out what others bought', async () => {
    await usps.buy(purchase({ reference: 'pur_1001_1_a1_5eed' }));
    await usps.buy(purchase({ reference: 'pur_1002_1' }));
    await usps.buy(purchase({ reference: 'pur_1003_1' }));
    const references = database.db.collection('easypost_references');
    await references.deleteMany({ reference: { $ne: 'pur_1003_1' } });
    await usps.buy(purchase({ reference: 'by-hand' }));
    await references.deleteMany({ reference: 'by-hand' });
    expect(await sold(0)).toEqual([
      [1, 'pur_1003_1', 'usps', 745, 'purchased'],
      [0, 'pur_1002_1', 'usps', 745, 'purchased'],
      [1, 'pur_1001_1_a1_5eed', 'usps', 745, 'purchased'],
    ]);
  });
});

describe('voiding through EasyPost', () => {
  beforeEach(() => usps.buy(purchase()));

  it('is pending while the carrier looks at it, then accepted, and asked for once', async () => {
    expect(await usps.void(label)).toEqual({ status: 'pending' });
    expect(await usps.void(label)).toEqual({ status: 'pending' });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'void_pending' });
    for (const sold of double.shipments.values()) sold.refund_status = 'refunded';
    expect(await usps.void(label)).toEqual({ status: 'accepted' });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'voided' });
    expect(double.callsOf(/\/refund$/)).toHaveLength(1);
  });

  it('that was asked for already is under way, whatever EasyPost says to a second try', async () => {
    const [sold] = [...double.shipments.values()];
    const twice = { status: 422, code: 'SHIPMENT.REFUND.UNAVAILABLE', message: 'Already refunded.' };
    double.mishap(/refund$/, twice, () => Object.assign(sold ?? {}, { refund_status: 'submitted' }));
    expect(await usps.void(label)).toEqual({ status: 'pending' });
  });

  it('whose no cannot be checked is no answer', async () => {
    double.mishap(/refund$/, { status: 422, code: 'SHIPMENT.REFUND.UNAVAILABLE', message: 'No.' }, () =>
      double.mishap(/^GET \/shipments/, { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' }),
    );
    expect(await failure(usps.void(label))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('that is rejected may be asked for again', async () => {
    double.settings.refund = 'rejected';
    expect(await failure(usps.void(label))).toMatchObject({ code: 'refund_rejected' });
    double.settings.refund = 'refunded';
    expect(await usps.void(label)).toEqual({ status: 'accepted' });
  });

  it('is refused in the carrier’s words', async () => {
    const message = 'The parcel was scanned.';
    double.mishap(/\/refund$/, { status: 422, code: 'SHIPMENT.REFUND.UNAVAILABLE', message });
    expect(await failure(usps.void(label))).toMatchObject({ name: 'CarrierRefused', message });
    expect(await failure(usps.void({ accountId: 1, reference: 'pur_9_1' }))).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('tracking through EasyPost', () => {
  const scan = (status: string, datetime: string, message: string) => ({
    ...{ object: 'TrackingDetail', status, datetime, message },
    tracking_location: { city: 'Austin', state: 'TX', country: null, zip: null },
  });

  it('tells every scan from the first one on, and stops when the way is over', async () => {
    await usps.buy(purchase());
    const [tracker] = [...double.trackers.values()] as {
      tracking_details: unknown[];
      tracking_code: string;
    }[];
    const later = new Date(clock.now().getTime() + 3_600_000);
    const trackingNumber = tracker?.tracking_code;
    tracker?.tracking_details.push(scan('pre_transit', '2026-03-02T16:00:00Z', 'Label made'));
    expect(await usps.track(label)).toEqual({ trackingNumber, scans: [], nextLookAt: later });

    tracker?.tracking_details.push(scan('in_transit', '2026-03-03T08:00:00Z', 'Accepted at facility'));
    tracker?.tracking_details.push(scan('failure', '2026-03-04T08:00:00Z', 'No access'));
    expect(await usps.track(label)).toEqual({
      trackingNumber,
      scans: [
        {
          ...{
            status: 'InTransit',
            at: new Date('2026-03-03T08:00:00Z'),
            description: 'Accepted at facility',
          },
          location: 'Austin, TX',
        },
        expect.objectContaining({ status: 'DeliveryFailure', exception: 'No access' }),
      ],
      nextLookAt: later,
    });

    tracker?.tracking_details.push(scan('delivered', '2026-03-05T08:00:00Z', 'Delivered'));
    const { scans, nextLookAt } = await usps.track(label);
    expect(scans.map(({ status }) => status)).toEqual(['InTransit', 'DeliveryFailure', 'Delivered']);
    expect(nextLookAt).toBeUndefined();
  });

  const scansOf = (tracker: unknown) => (tracker as { tracking_details: unknown[] }).tracking_details;

  it('asks EasyPost once a look, and never takes its own error for the parcel’s', async () => {
    await usps.buy(purchase());
    const [tracker] = [...double.trackers.values()];
    scansOf(tracker).push(scan('error', '2026-03-02T16:00:00Z', 'Could not process this number'));
    const before = double.calls.length;
    expect(await usps.track(label)).toMatchObject({ scans: [] });
    expect(double.calls).toHaveLength(before + 1);
    scansOf(tracker).splice(0, 1, scan('delivered', '2026-03-05T08:00:00Z', 'Delivered'));
    expect((await usps.track(label)).scans.map(({ status }) => status)).toEqual(['Delivered']);
  });

  it('looks less and less often after a label that nobody ships, and stops', async () => {
    await usps.buy(purchase());
    clock.set(new Date('2026-03-02T15:00:02Z'));
    let looks = 0;
    for (let next: Date | undefined = clock.now(); next; looks += 1) {
      clock.set(next);
      next = (await usps.track(label)).nextLookAt;
    }
    expect(looks).toBeGreaterThan(90);
    expect(looks).toBeLessThan(200);
    expect(clock.now().getTime()).toBeGreaterThan(Date.parse('2026-05-30'));
  });

  it('stops when the label was given back', async () => {
    await usps.buy(purchase());
    const [sold] = [...double.shipments.values()];
    Object.assign(sold ?? {}, { refund_status: 'refunded' });
    expect(await usps.track(label)).toMatchObject({ nextLookAt: undefined });
  });

  it('of a label that was never bought is refused', async () => {
    expect(await failure(usps.track(label))).toBeInstanceOf(CarrierRefused);
  });
});

describe('pickups through EasyPost', () => {
  const booking = (changes: Partial<PickupBookingRequest> = {}): PickupBookingRequest => ({
    ...{ accountId: 1, reference: 'pickup_5', date: '2026-03-03', location: 'Porch', instructions: 'Ring' },
    ...{ packageCount: 1, from: austin, labels: ['pur_1001_1'] },
    ...changes,
  });
  beforeEach(() => usps.buy(purchase()));

  it('are offered on the carrier’s days without asking', async () => {
    const before = double.calls.length;
    expect(await usps.quotePickup({ accountId: 1, date: '2026-03-03', references: [] })).toMatchObject({
      available: true,
    });
    expect(await usps.quotePickup({ accountId: 1, date: '2026-03-08', references: [] })).toMatchObject({
      available: false,
      reason: 'USPS does not pick up on 2026-03-08.',
    });
    expect(double.calls).toHaveLength(before);
  });

  it('that a carrier always charges for are offered on no day', async () => {
    for (const carrier of ['ups', 'fedex']) {
      const quote = await easypost.registry
        .get(carrier)
        .quotePickup({ accountId: 1, date: '2026-03-03', references: [] });
      expect(quote).toMatchObject({
        available: false,
        reason: expect.stringContaining('charges for a pickup'),
      });
    }
  });

  it('of a restored backup are new ones, whatever EasyPost knows under the same name', async () => {
    await usps.bookPickup(booking());
    await database.db.collection('easypost_references').deleteMany({ kind: 'pickup' });
    const [first] = [...double.pickups.values()];
    Object.assign(first ?? {}, { reference: 'pickup_5', confirmation: 'OF-ANOTHER-CUSTOMER' });
    expect(await usps.bookPickup(booking())).toMatchObject({ confirmationNumber: 'WTC12345' });
    expect([...double.pickups.values()]).toHaveLength(2);
  });

  it('are booked once per reference for the shipment, where and when it was asked', async () => {
    const booked = await usps.bookPickup(booking());
    expect(booked).toEqual({ confirmationNumber: 'WTC12345', window: { start: '09:00', end: '17:00' } });
    expect(await usps.bookPickup(booking())).toEqual(booked);
    const [sold] = [...double.shipments.values()];
    expect(double.callsOf(/^POST \/pickups$/).map(({ body }) => body.pickup)).toEqual([
      expect.objectContaining({
        reference: expect.stringMatching(/^pickup_5_[0-9a-f]{20}$/),
        ...{ shipment: { id: sold?.id }, instructions: 'Porch. Ring' },
        ...{ min_datetime: '2026-03-03 09:00:00', max_datetime: '2026-03-03 17:00:00' },
        address: expect.objectContaining({ street1: '500 E Cesar Chavez St' }),
      }),
    ]);
    expect(double.callsOf(/^POST \/pickups\/[^/]+\/buy$/)[0]?.body).toEqual({
      carrier: 'USPS',
      service: 'NextDay',
    });
  });

  it('of several parcels wait for their batch, and asking again books it', async () => {
    await usps.buy(purchase({ reference: 'pur_1002_1' }));
    const request = booking({ labels: ['pur_1001_1', 'pur_1002_1'] });
    expect(await failure(usps.bookPickup(request))).toBeInstanceOf(CarrierNoAnswer);
    expect(await usps.bookPickup(request)).toMatchObject({ confirmationNumber: 'WTC12345' });
    expect(double.callsOf(/^POST \/batches$/)).toHaveLength(1);
    expect([...double.pickups.values()]).toHaveLength(1);
  });

  it('that another try has booked or canceled before are booked or canceled', async () => {
    const no = { status: 422, code: 'PICKUP.STATE.INVALID', message: 'Not in this state.' };
    const becomes = (status: string) => () => {
      for (const pickup of double.pickups.values())
        Object.assign(pickup, { status, confirmation: 'WTC12345' });
    };
    double.mishap(/^POST \/pickups\/[^/]+\/buy$/, no, becomes('scheduled'));
    const { confirmationNumber } = await usps.bookPickup(booking());
    expect(confirmationNumber).toBe('WTC12345');
    double.mishap(/cancel$/, no, becomes('canceled'));
    await usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
    expect(double.callsOf(/cancel$/)).toHaveLength(1);
  });

  it('a pickup that EasyPost made and knows no more is asked for with another key: no answer', async () => {
    const { confirmationNumber } = await usps.bookPickup(booking());
    double.pickups.clear();
    const canceled = usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
    expect(await failure(canceled)).toBeInstanceOf(CarrierNoAnswer);
  });

  it('a lost answer is settled by asking again', async () => {
    double.mishap(/^POST \/pickups\/[^/]+\/buy$/, 'lost after');
    expect(await failure(usps.bookPickup(booking()))).toBeInstanceOf(CarrierNoAnswer);
    expect(await usps.bookPickup(booking())).toMatchObject({ confirmationNumber: 'WTC12345' });
    expect([...double.pickups.values()]).toHaveLength(1);
  });

  it('that cost money, or of parcels that nobody knows, are refused', async () => {
    double.settings.pickupRate = '4.00';
    expect(await failure(usps.bookPickup(booking()))).toMatchObject({
      ...{ name: 'CarrierRefused', message: 'USPS offers no free pickup at this address on 2026-03-03.' },
    });
    expect(await failure(usps.bookPickup(booking({ reference: 'pickup_6', labels: [] })))).toMatchObject({
      code: 'nothing_to_collect',
    });
    expect(double.callsOf(/^POST \/pickups\/[^/]+\/buy$/)).toEqual([]);
  });

  it('are canceled as often as asked', async () => {
    const { confirmationNumber } = await usps.bookPickup(booking());
    const canceled = { accountId: 1, reference: 'pickup_5', confirmationNumber };
    await usps.cancelPickup(canceled);
    await usps.cancelPickup(canceled);
    expect(double.callsOf(/\/cancel$/)).toHaveLength(1);
    expect(await failure(usps.cancelPickup({ ...canceled, reference: 'pickup_7' }))).toMatchObject({
      code: 'pickup_not_found',
    });
  });
});

describe('an address through EasyPost', () => {
  const verification = (success: boolean, errors: unknown[] = []) => ({
    verifications: { zip4: { success, errors, details: null }, delivery: { success, errors, details: null } },
  });
  const given = anAddress({
    street1: '417 Montgomery Street',
    street2: 'Floor 5',
    zip: '94104',
    city: 'San Francisco',
  });
  const found = {
    ...{
      street1: '417 MONTGOMERY ST FL 5',
      street2: '',
      city: 'SAN FRANCISCO',
      state: 'CA',
      zip: '94104-1129',
    },
    ...{ country: 'US', residential: false },
  };

  it('that is right is verified, however it is written', async () => {
    double.settings.address = { ...found, ...verification(true) };
    expect(await easypost.verify(given)).toMatchObject({
      ...{ status: 'verified', changedFields: [], addressType: 'commercial', messages: [] },
      matched: { name: 'Dana Whitfield', street1: '417 MONTGOMERY ST FL 5', zip: '94104-1129' },
    });
    expect(double.calls[0]?.body).toMatchObject({ verify: true, address: { street2: 'Floor 5' } });
  });

  it('with another ZIP is corrected', async () => {
    double.settings.address = { ...found, ...verification(true) };
    expect(await easypost.verify({ ...given, zip: '94105' })).toMatchObject({
      ...{ status: 'corrected', changedFields: ['zip'] },
    });
  });

  it('with a remark is a warning, in its words', async () => {
    const remark = {
      ...{ code: 'E.SECONDARY_INFORMATION.INVALID', field: 'street2', suggestion: null },
      message: 'Invalid secondary information(Apt/Suite#)',
    };
    double.settings.address = { ...found, residential: null, ...verification(true, [remark]) };
    expect(await easypost.verify(given)).toMatchObject({
      ...{ status: 'warning', addressType: 'unknown' },
      messages: [
        { code: 'secondary_information_invalid', field: 'street2', message: remark.message, suggestion: '' },
      ],
    });
  });

  it('that was not found is an error without a match', async () => {
    const remark = {
      code: 'E.ADDRESS.NOT_FOUND',
      field: 'address',
      message: 'Address not found',
      suggestion: null,
    };
    double.settings.address = { ...found, ...verification(false, [remark]) };
    expect(await easypost.verify(given)).toMatchObject({
      ...{ status: 'error', matched: undefined, changedFields: [] },
      messages: [{ code: 'address_not_found', field: 'street1', message: 'Address not found' }],
    });
  });

  it('is checked against the bundled data when EasyPost cannot tell, and abroad not at all', async () => {
    double.mishap(/addresses/, 'bad gateway');
    expect(await easypost.verify(anAddress({ zip: '94043' }))).toMatchObject({ status: 'verified' });
    expect(await easypost.verify(toronto)).toMatchObject({ status: 'warning' });
    expect(double.calls).toHaveLength(1);
  });
});
