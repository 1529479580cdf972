import fc from 'fast-check';
import { type ForcedScan, type Walk, type WalkKind, walk } from '../../../src/domain/tracking/tracking-walk';

const HOUR = 3_600_000;
const boughtAt = new Date('2026-03-02T15:00:00Z');
const after = (hours: number) => new Date(boughtAt.getTime() + hours * HOUR);
const at = (hours: number, parts: { kind?: WalkKind; forced?: readonly ForcedScan[] } = {}) =>
  walk({ kind: 'delivery', boughtAt, intervalMs: HOUR, forced: [], now: after(hours), ...parts });
const statuses = ({ scans }: Walk) => scans.map(({ step }) => step.status);

describe('the scans of a sandbox parcel', () => {
  it.each([
    [0, []],
    [0.99, []],
    [1, ['InTransit']],
    [1.7, ['InTransit', 'InTransit']],
    [2, ['InTransit', 'InTransit', 'Delivered']],
    [1000, ['InTransit', 'InTransit', 'Delivered']],
  ])('after %d intervals are %j', (hours, expected) => {
    expect(statuses(at(hours))).toEqual(expected);
  });

  it('have a next time until the end', () => {
    expect(at(0).nextAt).toEqual(after(1));
    expect(at(1).nextAt).toEqual(after(1.7));
    expect(at(2).nextAt).toBeUndefined();
  });

  it("fail on request, with the carrier's message", () => {
    const { scans, nextAt } = at(50, { kind: 'exception' });
    expect(scans.at(-1)?.step).toMatchObject({
      status: 'DeliveryFailure',
      exception: expect.stringContaining('SBX-5001'),
    });
    expect(nextAt).toBeUndefined();
  });

  it('return to the sender on request', () => {
    expect(statuses(at(2, { kind: 'return' })).at(-1)).toBe('DeliveryFailure');
    expect(statuses(at(3, { kind: 'return' })).at(-1)).toBe('ReturnedToSender');
  });

  it('include the earlier scans after a forced delivery', () => {
    const forced = [{ status: 'Delivered', at: after(0.1) }] as const;
    const { scans, nextAt } = at(0.2, { forced });
    expect(scans.map(({ step }) => step.status)).toEqual(['InTransit', 'InTransit', 'Delivered']);
    expect(scans.every((scan) => scan.at.getTime() === after(0.1).getTime())).toBe(true);
    expect(nextAt).toBeUndefined();
  });

  it('continue by themselves after a forced regular scan', () => {
    const forced = [{ status: 'InTransit', at: after(0.1) }] as const;
    expect(at(0.2, { forced }).nextAt).toEqual(after(0.8));
    expect(statuses(at(1.1, { forced })).at(-1)).toBe('Delivered');
  });

  it('stop after a forced exception until the next forced scan', () => {
    const failed: ForcedScan = { status: 'DeliveryFailure', at: after(0.1) };
    expect(statuses(at(99, { forced: [failed] }))).toEqual(['InTransit', 'DeliveryFailure']);
    expect(at(99, { forced: [failed] }).nextAt).toBeUndefined();
    const returned: ForcedScan = { status: 'ReturnedToSender', at: after(5) };
    expect(statuses(at(99, { forced: [failed, returned] })).at(-1)).toBe('ReturnedToSender');
  });

  it('ignore forced scans after the end', () => {
    const forced = [{ status: 'DeliveryFailure', at: after(5) }] as const;
    expect(statuses(at(6, { forced })).at(-1)).toBe('Delivered');
  });

  it('are only added: a scan that was shown stays', () => {
    const status = fc.constantFrom(
      'InTransit' as const,
      'DeliveryFailure' as const,
      'DeliveryFailureWait' as const,
      'ReturnedToSender' as const,
      'Delivered' as const,
    );
    const anyForced = fc
      .array(fc.record({ status, hours: fc.float({ min: 0, max: 6, noNaN: true }) }), { maxLength: 4 })
      .map((list) =>
        list.sort((a, b) => a.hours - b.hours).map(({ status, hours }) => ({ status, at: after(hours) })),
      );
    const kind = fc.constantFrom<WalkKind>('delivery', 'exception', 'return');
    const hours = fc.float({ min: 0, max: 8, noNaN: true });
    fc.assert(
      fc.property(kind, anyForced, hours, hours, (kind, forced, a, b) => {
        const [sooner, later] = a <= b ? [a, b] : [b, a];
        const known = forced.filter((scan) => scan.at <= after(sooner));
        const first = at(sooner, { kind, forced: known }).scans;
        const second = at(later, { kind, forced }).scans;
        expect(second.slice(0, first.length)).toEqual(first);
        const times = second.map((scan) => scan.at.getTime());
        expect(times).toEqual([...times].sort((x, y) => x - y));
        expect(second.length === 0 || second[0]?.step.status === 'InTransit').toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
