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
  it('moves the order on and dates it', () => {
    expect(applyScan(order(), scan())).toEqual({
      status: 'InTransit',
      appliedScans: ['s1'],
      inTransitDate: scan().occurredAt,
      lastTrackingUpdate: scan().occurredAt,
    });
  });

  it('is applied once, and one of another parcel not at all', () => {
    expect(applyScan(order({ appliedScans: ['s1'] }), scan())).toBeUndefined();
    expect(applyScan(order(), scan({ trackingNumber: 'T2' }))).toBeUndefined();
    const { trackingNumber, ...unlabelled } = order();
    expect(applyScan(unlabelled, scan())).toBeUndefined();
  });

  it('that comes late dates the order without moving it back', () => {
    const delivered = order({ status: 'Delivered', lastTrackingUpdate: new Date('2026-03-05T00:00:00Z') });
    const change = applyScan(delivered, scan());
    expect(change).not.toHaveProperty('status');
    expect(change).toMatchObject({
      inTransitDate: scan().occurredAt,
      lastTrackingUpdate: delivered.lastTrackingUpdate,
    });
  });

  it('that comes late does not move the order on from a newer trouble, unless it is the carrier’s last word', () => {
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

  it('of trouble keeps its time and the carrier’s words; an older one changes neither', () => {
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

  it('never makes a move that the table does not give to scans', () => {
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

describe('a purchase that wants an order', () => {
  const wish = { purchaseId: 'pur_10_1', addressVersion: 1 };
  const ready = order({ status: 'ChooseShipping', labelGeneration: 0 });

  it('gets it while it is ready to ship at the address that was rated', () => {
    expect(judgeLock(ready, wish)).toBe('locked');
    expect(judgeLock({ ...ready, lockedBy: 'pur_10_1', addressVersion: 2 }, wish)).toBe('locked');
  });

  it.each([
    ['already_labelled', { label: { ...aLabel('pur_10_0'), purchasedAt: new Date() } }],
    ['locked_by_another', { lockedBy: 'pur_10_9' }],
    ['wrong_status', { status: 'WaitingForPayment' as const }],
    ['address_changed', { addressVersion: 2 }],
  ])('is told %s', (outcome, change) => {
    expect(judgeLock({ ...ready, ...change }, wish)).toBe(outcome);
  });
});
