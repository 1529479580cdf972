import { cents } from '@parcelyard/money/cents';
import { CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import { BUY } from './start-easypost-double';
import {
  clock,
  connect,
  connectEasypost,
  database,
  double,
  failure,
  label,
  purchase,
  toronto,
  useEasypost,
  usps,
} from './use-easypost';

useEasypost();

describe('buying through EasyPost', () => {
  it('buys the service under our reference, and the label is found by it', async () => {
    const bought = await usps.buy(purchase());
    expect(bought).toMatchObject({
      ...label,
      carrier: 'usps',
      serviceLevel: 'usps_ground_advantage',
      method: 'USPS Ground Advantage',
      charged: 745,
      status: 'purchased',
      documents: ['label'],
      boughtAt: new Date('2026-03-02T15:00:02Z'),
      carrierTrackingUrl: expect.stringContaining(bought.trackingNumber),
    });
    const [sold] = [...double.shipments.values()];
    expect(sold).toMatchObject({ reference: 'pur_1001_1', selected_rate: { service: 'GroundAdvantage' } });
    expect(await usps.findByReference(1, 'pur_1001_1')).toEqual(bought);
    expect(await usps.findByReference(1, 'pur_1001_2')).toBeUndefined();
  });

  it('buys once for each reference, with any number of requests and processes', async () => {
    const first = await usps.buy(purchase());
    expect(await usps.buy(purchase())).toEqual(first);
    expect(await (await connect()).registry.get('usps').buy(purchase())).toEqual(first);
    expect(double.callsOf(BUY)).toHaveLength(1);
  });

  it('buys one label with two processes at once, although EasyPost accepts a reference twice', async () => {
    const other = (await connect()).registry.get('usps');
    const [one, two] = await Promise.all([usps.buy(purchase()), other.buy(purchase())]);
    expect(two).toEqual(one);
    const labels = [...double.shipments.values()].filter(({ postage_label }) => postage_label);
    expect(labels).toHaveLength(1);
  });

  it('insures the given value, in dollars', async () => {
    await usps.buy(purchase({ insuredValue: cents(4_850) }));
    expect(double.callsOf(BUY)[0]?.body).toMatchObject({ insurance: 48.5 });
  });

  it('declares the contents abroad, line by line, and stores the form', async () => {
    const items = [
      { description: 'Engine', quantity: 2, unitValue: cents(2_000) },
      { description: 'Cards', quantity: 1, unitValue: cents(850) },
    ];
    const bought = await usps.buy(purchase({ to: toronto, items }));
    expect(double.calls.at(-2)?.body.shipment).toMatchObject({
      customs_info: {
        contents_type: 'merchandise',
        customs_certify: true,
        customs_signer: 'Parcelyard Sandbox',
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

  it('returns the QR image for a shop that prints by QR, with the original beside it', async () => {
    const bought = await usps.buy(purchase({ printSetting: 'qr' }));
    expect(bought.documents).toEqual(['label', 'raw']);
    expect(await usps.document(label, 'label')).toMatchObject({ contentType: 'image/png' });
    expect(await usps.document(label, 'raw')).toMatchObject({ contentType: 'application/pdf' });
  });

  it('returns the label also when the QR image is missing', async () => {
    double.mishap(/\/forms$/, 'lost before');
    const bought = await usps.buy(purchase({ printSetting: 'qr' }));
    expect(bought.documents).toEqual(['label']);
    expect(await usps.document(label, 'label')).toMatchObject({ contentType: 'application/pdf' });
    expect(await usps.document(label, 'receipt')).toBeUndefined();
  });

  it('has insured a label when a refusal came after an earlier request had insured it', async () => {
    double.settings.insures = false;
    await usps.buy(purchase({ insuredValue: cents(4_850) }));
    double.mishap(/insure$/, { status: 422, code: 'INSURANCE.FAILURE', message: 'Insured already.' }, () => {
      for (const shipment of double.shipments.values()) shipment.insurance = '48.50';
    });
    expect(await usps.insure(label, cents(4_850))).toBe(true);
  });

  it('insures a label afterwards when the purchase did not, or says that it has no cover', async () => {
    double.settings.insures = false;
    const insured = purchase({ insuredValue: cents(4_850) });
    expect(await usps.buy(insured)).toMatchObject({ insuredValue: 0 });
    double.mishap(/insure$/, { status: 422, code: 'INSURANCE.FAILURE', message: 'Not insurable.' });
    expect(await usps.insure(label, cents(4_850))).toBe(false);
    double.mishap(/insure$/, 'lost before');
    expect(await failure(usps.insure(label, cents(4_850)))).toBeInstanceOf(CarrierNoAnswer);
    expect(await usps.insure(label, cents(4_850))).toBe(true);
    expect(await usps.insure(label, cents(4_850))).toBe(true);
    expect(double.callsOf(/insure$/)).toHaveLength(3);
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ insuredValue: 4_850 });
  });

  it('prints a label that the answer contains without a link', async () => {
    await usps.buy(purchase());
    const [sold] = [...double.shipments.values()] as { postage_label: object }[];
    const file = Buffer.from('\x89PNG a label', 'latin1').toString('base64');
    Object.assign(sold?.postage_label ?? {}, { label_url: null, label_file: file });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ documents: ['label'] });
    expect(await usps.document(label, 'label')).toMatchObject({ contentType: 'image/png' });
  });

  it('refuses every call for a label whose tracking number has changed', async () => {
    await usps.buy(purchase());
    const known = { ...label, trackingNumber: '9400999999999999999999' };
    for (const asked of [usps.void(known), usps.track(known), usps.document(known, 'label')]) {
      expect(await failure(asked)).toMatchObject({ name: 'CarrierMismatch', fields: ['tracking'] });
    }
    expect(double.callsOf(/refund$/)).toEqual([]);
  });

  it('refuses a higher price than the confirmed one before anything is bought', async () => {
    expect(await failure(usps.buy(purchase({ price: cents(744) })))).toMatchObject({
      name: 'CarrierRefused',
      code: 'price_changed',
      message: 'USPS has raised the price of this service.',
    });
    expect(
      await failure(usps.buy(purchase({ serviceLevel: 'usps_media_mail', reference: 'pur_2_1' }))),
    ).toMatchObject({ code: 'service_unavailable' });
    expect(double.callsOf(BUY)).toEqual([]);
  });

  it('does not buy a shipment whose creation took too long', async () => {
    const slow = await connectEasypost({
      db: database.db,
      url: double.url,
      clock: { now: () => (double.calls.length > 0 ? new Date(clock.now().getTime() + 6_001) : clock.now()) },
    });
    expect(await failure(slow.registry.get('usps').buy(purchase()))).toMatchObject({ code: 'too_slow' });
    expect(double.callsOf(BUY)).toEqual([]);
  });
});
