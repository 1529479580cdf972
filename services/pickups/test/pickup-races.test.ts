import fc from 'fast-check';
import { PickupsUnderTest } from './support/start-pickups';

const DATE = '2026-03-03';

/** Events that may happen concurrently: calls of two processes, and changes of orders in other services. */
const moves = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('confirm' as const), process: fc.nat(1) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('print' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), order: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), process: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), process: fc.nat(1) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  ),
  { minLength: 4, maxLength: 14 },
);

describe('after any sequence of pickup calls at once', () => {
  let one: PickupsUnderTest;
  let two: PickupsUnderTest;
  let account = 0;
  let orderId = 10_000;
  beforeAll(async () => {
    one = await PickupsUnderTest.start();
    two = await one.startSecond();
  });
  afterAll(async () => {
    await two.stopApp();
    await one.stop();
  });

  it('an account has at most one pickup a day, and every order that waits for a pickup is in it [MCP-P5] [MCP-P6]', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        account += 1;
        const accountId = account;
        const printed: number[] = [];
        const print = () => {
          orderId += 1;
          printed.push(orderId);
          one.orders.printed(accountId, orderId);
        };
        for (let at = 0; at < 3; at += 1) print();
        const bookedBefore = new Set(one.shipping.bookings.keys());
        const processes = [one, two] as const;
        const running: Promise<unknown>[] = [];
        for (const move of list) {
          const { rpc } = ('process' in move ? processes[move.process] : one) as PickupsUnderTest;
          // A refusal is allowed here. Only the final state is checked.
          const begin = (call: Promise<unknown>) => running.push(call.catch(() => undefined));
          if (move.kind === 'confirm') begin(rpc.schedule({ accountId, date: DATE }));
          if (move.kind === 'print') print();
          if (move.kind === 'void') one.orders.leave(printed[move.order % printed.length] as number);
          if (move.kind === 'read') begin(rpc.list(1, 25, accountId));
          if (move.kind === 'cancel') {
            const cancelAll = async () => {
              const { pickups } = await rpc.list(1, 25, accountId);
              for (const { pickupId } of pickups) await rpc.cancel(pickupId, true, accountId);
            };
            begin(cancelAll());
          }
          if (move.kind === 'wait') await Promise.race([...running.slice(-1), one.rpc.list(1, 1, accountId)]);
        }
        await Promise.all(running);

        const { pickups } = await one.rpc.list(1, 50, accountId);
        const scheduled = pickups.filter(({ status }) => status === 'scheduled');
        expect(scheduled.length).toBeLessThanOrEqual(1);
        for (const { packageCount } of scheduled) expect(packageCount).toBeGreaterThan(0);
        const waiting = one.orders
          .state()
          .filter(([id, status]) => printed.includes(id) && status === 'WaitingForPickup');
        expect(waiting.map(([id]) => id)).toEqual(scheduled.flatMap(({ orderIds }) => orderIds));
        for (const [, , pickupId] of waiting) expect(pickupId).toBe(scheduled[0]?.pickupId);
        const drivers = [...one.shipping.bookings].filter(
          ([reference, { canceled }]) => !bookedBefore.has(reference) && !canceled,
        );
        expect(drivers.map(([reference]) => reference)).toEqual(
          scheduled.map(({ pickupId }) => `pickup_${pickupId}`),
        );
      }),
      { numRuns: Number(process.env.INTERLEAVINGS ?? 25), endOnFailure: true },
    );
  }, 600_000);
});
