import fc from 'fast-check';
import { allows, type OrderStatus, STATUS_NAMES } from '../../src/domain/order-status';
import { judgeLock } from '../../src/domain/purchase-lock';
import { applyScan, type Scan } from '../../src/domain/tracking';
import { aLabel } from '../support/builders';
import { domainOrder as order } from '../support/order-builder';

const scan = (given: Partial<Scan> = {}): Scan => ({
  scanId: 's1',
  trackingNumber: 'T1',
  status: 'InTransit',
  occurredAt: new Date('2026-03-03T10:00:00Z'),
  latest: false,
  ...given,
});

describe("a carrier's scan", () => {
  it('changes the status of the order and stores its date', () => {
    expect(applyScan(order(), scan())).toEqual({
      status: 'InTransit',
      appliedScans: ['s1'],
      inTransitDate: scan().occurredAt,
      lastTrackingUpdate: scan().occurredAt,
    });
  });

  it('is applied once, and never for another parcel', () => {
    expect(applyScan(order({ appliedScans: ['s1'] }), scan())).toBeUndefined();
    expect(applyScan(order(), scan({ trackingNumber: 'T2' }))).toBeUndefined();
    const { trackingNumber, ...unlabelled } = order();
    expect(applyScan(unlabelled, scan())).toBeUndefined();
  });

  it('that arrives late stores its date and does not change the status back', () => {
    const delivered = order({ status: 'Delivered', lastTrackingUpdate: new Date('2026-03-05T00:00:00Z') });
    const change = applyScan(delivered, scan());
    expect(change).not.toHaveProperty('status');
    expect(change).toMatchObject({
      inTransitDate: scan().occurredAt,
      lastTrackingUpdate: delivered.lastTrackingUpdate,
    });
  });

  it("that arrives late does not end a newer exception, unless it is the carrier's latest status", () => {
    const failed = order({
      status: 'DeliveryFailure',
      lastTrackingUpdate: new Date('2026-03-05T00:00:00Z'),
    });
    expect(applyScan(failed, scan())).not.toHaveProperty('status');
    expect(applyScan(failed, scan({ latest: true }))).toMatchObject({
      status: 'InTransit',
      lastTrackingUpdate: failed.lastTrackingUpdate,
    });
  });

  it("of an exception stores its time and the carrier's text, and an older one changes neither", () => {
    const trouble = scan({ status: 'DeliveryFailure', exception: 'No such door' });
    const change = applyScan(order({ status: 'InTransit' }), trouble);
    expect(change).toMatchObject({ exceptionDate: trouble.occurredAt, exception: 'No such door' });
    const newer = order({
      status: 'DeliveryFailure',
      exceptionDate: new Date('2026-03-09T00:00:00Z'),
      exception: 'Dog',
    });
    expect(applyScan(newer, trouble)).not.toHaveProperty('exception');
  });

  it('never changes a status that the table does not allow for scans', () => {
    const any = fc.constantFrom(...STATUS_NAMES);
    fc.assert(
      fc.property(any, any, (from: OrderStatus, to: OrderStatus) => {
        const moved = applyScan(order({ status: from }), scan({ status: to }))?.status;
        expect(moved).toBe(allows(from, to, 'scanned') ? to : undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a purchase that locks an order', () => {
  const wish = { purchaseId: 'pur_10_1', addressVersion: 1 };
  const ready = order({ status: 'ChooseShipping', labelGeneration: 0 });

  it('gets the lock while the order is ready to ship at the rated address', () => {
    expect(judgeLock(ready, wish)).toBe('locked');
    expect(judgeLock({ ...ready, lockedBy: 'pur_10_1', addressVersion: 2 }, wish)).toBe('locked');
  });

  it.each([
    ['already_labelled', { label: { ...aLabel('pur_10_0'), purchasedAt: new Date() } }],
    ['locked_by_another', { lockedBy: 'pur_10_9' }],
    ['wrong_status', { status: 'WaitingForPayment' as const }],
    ['address_changed', { addressVersion: 2 }],
  ])('gets the outcome %s', (outcome, change) => {
    expect(judgeLock({ ...ready, ...change }, wish)).toBe(outcome);
  });
});
