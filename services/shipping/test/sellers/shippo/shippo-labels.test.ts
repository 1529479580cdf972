import { cents } from '@parcelyard/money/cents';
import { CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import { BUY, TOO_LONG } from './start-shippo-double';
import {
  carrier,
  clock,
  connect,
  double,
  failure,
  label,
  purchase,
  toronto,
  useShippo,
  usps,
} from './use-shippo';

useShippo();

const LOOK_UP = /^GET \/transactions$/;

describe('buying through Shippo', () => {
  it('buys the service under our reference, and the label is found by it', async () => {
    const bought = await usps.buy(purchase());
    expect(bought).toMatchObject({
      ...label,
      carrier: 'usps',
      serviceLevel: 'usps_ground_advantage',
      method: 'USPS Ground Advantage',
      charged: 745,
      insuredValue: 0,
      status: 'purchased',
      documents: ['label'],
      destination: { street1: '1600 Amphitheatre Pkwy', zip: '94043', country: 'US' },
      boughtAt: new Date('2026-03-02T15:00:01Z'),
      carrierTrackingUrl: expect.stringContaining(bought.trackingNumber),
    });
    expect(double.callsOf(BUY)[0]?.body).toMatchObject({
      metadata: 'pur_1001_1',
      label_file_type: 'PDF_4x6',
      async: false,
    });
    expect(await usps.findByReference(1, 'pur_1001_1')).toEqual(bought);
    expect(await usps.findByReference(1, 'pur_1001_2')).toBeUndefined();
    // Shippo allows few list calls, so a sale that is known is not looked for in a list.
    expect(double.callsOf(LOOK_UP)).toEqual([]);
  });

  it('has insurance as part of the rate, and not of the postage', async () => {
    const bought = await usps.buy(purchase({ insuredValue: cents(15_000) }));
    expect(bought).toMatchObject({ charged: 745, insuredValue: 15_000 });
    expect(double.callsOf(/^POST \/shipments$/)[0]?.body).toMatchObject({
      extra: { insurance: { amount: '150.00', currency: 'USD', content: 'Merchandise' } },
    });
    expect(await usps.insure(label, cents(15_000))).toBe(true);
  });

  it('cannot add insurance to a label afterwards', async () => {
    double.settings.insures = false;
    expect(await usps.buy(purchase({ insuredValue: cents(4_850) }))).toMatchObject({ insuredValue: 0 });
    expect(await usps.insure(label, cents(4_850))).toBe(false);
  });

  it('returns the QR image for a shop that prints by QR, with the original beside it', async () => {
    expect((await usps.buy(purchase({ printSetting: 'qr' }))).documents).toEqual(['label', 'raw']);
    expect(await usps.document(label, 'label')).toMatchObject({ contentType: 'image/png' });
    expect(await usps.document(label, 'raw')).toMatchObject({ contentType: 'application/pdf' });
    expect(await usps.document(label, 'form')).toBeUndefined();
  });

  it('has an invoice for a parcel abroad', async () => {
    const items = [{ description: 'Engine', quantity: 2, unitValue: cents(2_000) }];
    const bought = await usps.buy(purchase({ to: toronto, items }));
    expect(bought.documents).toEqual(['label', 'form']);
    expect(await usps.document(label, 'form')).toMatchObject({
      fileName: `form-${bought.trackingNumber}.pdf`,
    });
  });
});

describe('a sale at Shippo with an unknown outcome', () => {
  it('is not requested again while it may still succeed, although Shippo would sell a second label', async () => {
    double.mishap(BUY, 'lost after');
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    const [sold] = double.sold() as { object_id: string }[];
    // Hides the sale, as if the list did not show it yet.
    double.transactions.delete(sold?.object_id ?? '');
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    expect(await failure(carrier('usps', await connect()).buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    double.transactions.set(sold?.object_id ?? '', sold ?? {});
    expect(await usps.buy(purchase())).toMatchObject({ status: 'purchased' });
    expect(double.callsOf(BUY)).toHaveLength(1);
  });

  it.each(['QUEUED', 'WAITING', 'A_NEW_STATUS'])(
    'with status %s is waited for, however long it takes',
    async (status) => {
      double.settings.sale = status;
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
      clock.advance(3_600_000);
      expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
      expect(await failure(usps.close(label))).toBeInstanceOf(CarrierNoAnswer);
      const [waiting] = [...double.transactions.values()];
      double.sell(waiting ?? {});
      expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'purchased' });
      expect(await usps.close(label)).toMatchObject({ status: 'purchased' });
    },
  );

  it('stays unknown when the carrier took too long, whatever code the message has', async () => {
    double.settings.sale = 'ERROR';
    double.settings.saleMessages = [{ source: 'USPS', code: '', text: TOO_LONG }];
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    expect(await failure(usps.close(label))).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    expect(await usps.close(label)).toBeUndefined();
  });

  it("is a refusal with the carrier's message when the carrier failed, and stays unknown when it did not answer", async () => {
    double.settings.sale = 'ERROR';
    double.settings.saleMessages = [
      { source: 'USPS', code: 'address_invalid', text: 'Address not serviceable.' },
    ];
    expect(await failure(usps.buy(purchase()))).toMatchObject({
      name: 'CarrierRefused',
      code: 'address_invalid',
      message: 'Address not serviceable.',
    });
    expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
    double.settings.saleMessages = [
      {
        source: 'USPS',
        code: 'carrier_timeout',
        text: 'USPS API did not respond. Please try again in a few minutes.',
      },
    ];
    const other = { accountId: 1, reference: 'pur_1002_1' };
    expect(await failure(usps.buy(purchase(other)))).toBeInstanceOf(CarrierNoAnswer);
    expect(await failure(usps.close(other))).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    expect(await usps.close(other)).toBeUndefined();
  });

  it("is refused without Shippo's message when the operator has not paid a bill", async () => {
    double.settings.sale = 'ERROR';
    double.settings.saleMessages = [{ source: 'Shippo', code: '', text: 'Payment method required.' }];
    expect(await failure(usps.buy(purchase()))).toMatchObject({
      name: 'CarrierUnavailable',
      message: 'USPS is not available at the moment.',
    });
  });
});

describe('a void at Shippo', () => {
  beforeEach(() => usps.buy(purchase()));

  it('that the carrier rejects later is refused, and not requested again', async () => {
    expect(await usps.void(label)).toEqual({ status: 'pending' });
    for (const one of double.sold()) one.status = 'REFUNDREJECTED';
    expect(await failure(usps.void(label))).toMatchObject({
      name: 'CarrierRefused',
      code: 'refund_rejected',
    });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'purchased' });
    expect(double.callsOf(/^POST \/refunds$/)).toHaveLength(1);
  });

  it.each([
    ['SUCCESS', { status: 'accepted' }],
    ['QUEUED', { status: 'pending' }],
  ])('with the answer %s has the matching outcome', async (status, answer) => {
    double.settings.refund = status;
    expect(await usps.void(label)).toEqual(answer);
  });

  it('that ends with an error is refused, and one with an unknown status has an unknown outcome', async () => {
    double.settings.refund = 'ERROR';
    expect(await failure(usps.void(label))).toMatchObject({ name: 'CarrierRefused', code: 'refund_error' });
    double.settings.refund = 'A_NEW_STATUS';
    expect(await failure(usps.void(label))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('whose second request fails is pending when the label shows the first', async () => {
    double.settings.refund = 'ERROR';
    double.mishap(/^GET \/transactions\/\w+$/, 'slow');
    double.mishap(/^GET \/transactions\/\w+$/, 'slow', () => {
      for (const transaction of double.transactions.values()) transaction.status = 'REFUNDPENDING';
    });
    expect(await usps.void(label)).toEqual({ status: 'pending' });
  });
});
