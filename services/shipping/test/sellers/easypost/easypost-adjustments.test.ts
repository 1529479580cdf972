import { CarrierNoAnswer } from '../../../src/sellers/carrier-errors';
import { clock, connect, double, easypost, failure, purchase, useEasypost, usps } from './use-easypost';

useEasypost();

const REFERENCE = 'pur_1001_1_a1_0123456789abcdef';
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns a row of EasyPost's report of shipment invoices, with the columns of "What is a Shipment Invoice?" on
 * easypost.com.
 */
const invoice = (shipmentId: string, due: string, more: Record<string, string> = {}) => ({
  on: ago(0),
  shipment_id: shipmentId,
  label_date: '2026-03-02T15:00:02Z',
  carrier: 'USPS',
  tracking_code: '94001',
  carrier_invoice_id: '',
  package_dispute_id: '',
  status: 'processed',
  quoted_currency: 'USD',
  initially_paid_amount: '7.45000',
  quoted_amount: '7.45',
  claimed_length: '8.0',
  claimed_width: '6.0',
  claimed_height: '4.0',
  claimed_package: '',
  claimed_service: 'GroundAdvantage',
  final_invoice_amount: due,
  captured_length: '12.0',
  captured_width: '12.0',
  captured_height: '12.0',
  captured_weight: '320.0',
  captured_package: '',
  captured_service: 'Priority, "large"',
  ...more,
});
const bought = async () => {
  await usps.buy(purchase({ reference: REFERENCE }));
  return [...double.shipments.keys()].at(-1) as string;
};
const read = () => easypost.adjustments.read();

describe('an adjustment from the reports of EasyPost', () => {
  it('is the final amount of a shipment minus the paid amount, with the measured parcel', async () => {
    const shipmentId = await bought();
    double.settings.invoices = [invoice(shipmentId, '38.20000')];
    expect(await read()).toEqual({
      adjustments: [
        {
          accountId: 1,
          reference: REFERENCE,
          id: shipmentId,
          cents: 3_075,
          reason: '',
          measured: { weightOz: 320, length: 12, width: 12, height: 12 },
          at: clock.now(),
        },
      ],
      unattributed: [],
    });
    const asked = double.callsOf(/^POST \/reports\/shipment_invoice$/).map(({ body }) => body);
    expect(asked).toMatchObject([
      { start_date: ago(119), end_date: ago(90) },
      { start_date: ago(89), end_date: ago(60) },
      { start_date: ago(59), end_date: ago(30) },
      { start_date: ago(29), end_date: ago(0) },
    ]);
  });

  it('may be negative, and the last row of a shipment replaces earlier ones', async () => {
    const shipmentId = await bought();
    double.settings.invoices = [
      invoice(shipmentId, '38.20', { on: ago(40) }),
      invoice(shipmentId, '9.00'),
      invoice(shipmentId, '6.995', { captured_length: '' }),
    ];
    const { adjustments } = await read();
    expect(adjustments).toMatchObject([{ id: shipmentId, cents: -45, measured: { weightOz: 320 } }]);
    expect(adjustments[0]?.measured).not.toHaveProperty('width');
  });

  it('is unattributed when neither our records nor the reference know the shipment', async () => {
    const shipmentId = await bought();
    const foreign = double.shipments.get(shipmentId) as Record<string, unknown>;
    double.shipments.set('shp_foreign', { ...foreign, id: 'shp_foreign', reference: 'somebody else' });
    double.shipments.set('shp_restored', { ...foreign, id: 'shp_restored' });
    double.settings.invoices = ['shp_foreign', 'shp_restored', 'shp_gone'].map((id) => invoice(id, '8.00'));
    const { adjustments, unattributed } = await read();
    expect(adjustments).toMatchObject([{ id: 'shp_restored', reference: REFERENCE, accountId: 1 }]);
    expect(unattributed).toEqual(['shp_foreign', 'shp_gone']);
  });

  it('is ignored when a row has no amount or another currency', async () => {
    const shipmentId = await bought();
    double.settings.invoices = [
      invoice(shipmentId, ''),
      invoice(shipmentId, '9.00', { quoted_currency: 'CAD' }),
      invoice('', '9.00'),
    ];
    expect(await read()).toEqual({ adjustments: [], unattributed: [] });
  });

  it('is read after EasyPost has written the report, also one that was requested before', async () => {
    const shipmentId = await bought();
    double.settings.invoices = [invoice(shipmentId, '8.45')];
    double.settings.reportsAfter = 3;
    const [one, two] = await Promise.all([read(), read()]);
    expect(one).toEqual(two);
    expect(one.adjustments).toMatchObject([{ cents: 100 }]);
  });

  it('is unknown while EasyPost does not answer', async () => {
    double.settings.reportsAfter = Number.POSITIVE_INFINITY;
    expect(await failure(read())).toBeInstanceOf(CarrierNoAnswer);
    double.mishap(/^POST \/reports/, 'bad gateway');
    expect(await failure(read())).toBeInstanceOf(CarrierNoAnswer);
    const refused = await connect('another key');
    expect(await failure(refused.adjustments.read())).toBeDefined();
  });
});
