import { CarrierRefused } from '@parcelyard/shipping/sellers/carrier-errors';
import { clock, double, failure, label, purchase, useEasypost, usps } from './use-easypost';

useEasypost();

describe('tracking through EasyPost', () => {
  const scan = (status: string, datetime: string, message: string) => ({
    object: 'TrackingDetail',
    status,
    datetime,
    message,
    tracking_location: { city: 'Austin', state: 'TX', country: null, zip: null },
  });

  it('returns every scan from the first one, and stops after the delivery', async () => {
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
          status: 'InTransit',
          at: new Date('2026-03-03T08:00:00Z'),
          description: 'Accepted at facility',
          city: 'Austin',
          state: 'TX',
          country: '',
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

  it("makes one call for each look-up, and ignores errors of EasyPost's tracker", async () => {
    await usps.buy(purchase());
    const [tracker] = [...double.trackers.values()];
    scansOf(tracker).push(scan('error', '2026-03-02T16:00:00Z', 'Could not process this number'));
    const before = double.calls.length;
    expect(await usps.track(label)).toMatchObject({ scans: [] });
    expect(double.calls).toHaveLength(before + 1);
    scansOf(tracker).splice(0, 1, scan('delivered', '2026-03-05T08:00:00Z', 'Delivered'));
    expect((await usps.track(label)).scans.map(({ status }) => status)).toEqual(['Delivered']);
  });

  it('looks up an unshipped label less and less often, and stops', async () => {
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

  it('stops when the label was voided', async () => {
    await usps.buy(purchase());
    const [sold] = [...double.shipments.values()];
    Object.assign(sold ?? {}, { refund_status: 'refunded' });
    expect(await usps.track(label)).toMatchObject({ nextLookAt: undefined });
  });

  it('of a label that was never bought is refused', async () => {
    expect(await failure(usps.track(label))).toBeInstanceOf(CarrierRefused);
  });
});
