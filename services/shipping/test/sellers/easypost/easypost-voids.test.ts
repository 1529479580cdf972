import { CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import { double, failure, label, noRoom, purchase, useEasypost, usps } from './use-easypost';

useEasypost();

describe('voiding through EasyPost', () => {
  beforeEach(() => usps.buy(purchase()));

  it('is pending until the carrier decides, then accepted, and requested once', async () => {
    expect(await usps.void(label)).toEqual({ status: 'pending' });
    expect(await usps.void(label)).toEqual({ status: 'pending' });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'void_pending' });
    for (const sold of double.shipments.values()) sold.refund_status = 'refunded';
    expect(await usps.void(label)).toEqual({ status: 'accepted' });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'voided' });
    expect(double.callsOf(/\/refund$/)).toHaveLength(1);
  });

  it('that was requested before is pending, whatever EasyPost answers to a second request', async () => {
    const [sold] = [...double.shipments.values()];
    const twice = { status: 422, code: 'SHIPMENT.REFUND.UNAVAILABLE', message: 'Already refunded.' };
    double.mishap(/refund$/, twice, () => Object.assign(sold ?? {}, { refund_status: 'submitted' }));
    expect(await usps.void(label)).toEqual({ status: 'pending' });
  });

  it('whose refusal cannot be checked has an unknown outcome', async () => {
    double.mishap(/refund$/, { status: 422, code: 'SHIPMENT.REFUND.UNAVAILABLE', message: 'No.' }, () =>
      noRoom(/^GET \/shipments/),
    );
    expect(await failure(usps.void(label))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('that is rejected can be requested again', async () => {
    double.settings.refund = 'rejected';
    expect(await failure(usps.void(label))).toMatchObject({ code: 'refund_rejected' });
    double.settings.refund = 'refunded';
    expect(await usps.void(label)).toEqual({ status: 'accepted' });
  });

  it.each(['', 'unknown', 'queued'])('with the refund status "%s" has an unknown outcome', async (status) => {
    double.settings.refund = status;
    expect(await failure(usps.void(label))).toBeInstanceOf(CarrierNoAnswer);
    for (const sold of double.shipments.values()) sold.refund_status = 'submitted';
    expect(await usps.void(label)).toEqual({ status: 'pending' });
  });

  it('of a label that is billed at its scan is refused, and the label stays sold', async () => {
    double.settings.refund = 'not_applicable';
    expect(await failure(usps.void(label))).toMatchObject({
      name: 'CarrierRefused',
      message: 'USPS refunds no such label: it is billed when it is scanned.',
    });
    expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'purchased' });
  });

  it("is refused with the carrier's message", async () => {
    const message = 'The parcel was scanned.';
    double.mishap(/\/refund$/, { status: 422, code: 'SHIPMENT.REFUND.UNAVAILABLE', message });
    expect(await failure(usps.void(label))).toMatchObject({ name: 'CarrierRefused', message });
    expect(await failure(usps.void({ accountId: 1, reference: 'pur_9_1' }))).toMatchObject({
      code: 'not_found',
    });
  });
});
