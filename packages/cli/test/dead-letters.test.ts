import type { DeadLetter } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { Arguments } from '../src/arguments';
import { deadLettersReplay } from '../src/commands/dead-letters';
import type { Services } from '../src/connect-services';

const PAGE = 100;
const NEVER = 'order_created:13';

/** A service with dead letters, which it lists oldest first. The event `NEVER` fails each time. */
function serviceWith(count: number, consumer: string) {
  const letters = Array.from(
    { length: count },
    (_, place): DeadLetter => ({
      accountId: 7,
      consumer,
      eventId: `order_created:${place}`,
      type: 'order.created',
      attempts: 10,
      reason: 'no paper',
      occurredAt: undefined,
      failedAt: undefined,
    }),
  );
  const replayed: string[] = [];
  return {
    replayed,
    listDeadLetters: async ({ after }: { after?: string }) => {
      if (after === undefined) return { deadLetters: letters.toReversed().slice(0, PAGE), nextAfter: '' };
      const end = Number(after) + PAGE;
      return { deadLetters: letters.slice(Number(after), end), nextAfter: end < count ? `${end}` : '' };
    },
    replayDeadLetter: async ({ eventId }: DeadLetter) => {
      if (eventId === NEVER) {
        throw new DomainError('failed_precondition', 'event_failed_again', { eventId, cause: 'no paper' });
      }
      replayed.push(eventId);
      return {};
    },
  };
}

function replay(eventId: string, count = 250) {
  const orders = serviceWith(count, 'order-webhooks');
  const services = { orders, shipping: serviceWith(0, ''), customers: serviceWith(0, '') };
  const args = Arguments.parse([eventId], deadLettersReplay.usage);
  return { orders, outcome: deadLettersReplay.run(args, services as unknown as Services) };
}

describe('dead-letters replay', () => {
  it('finds an event that is not among the newest 100, and says how many consumers got it', async () => {
    const { orders, outcome } = replay('order_created:3');
    expect(await outcome).toEqual({ replayed: 1, failed: [] });
    expect(orders.replayed).toEqual(['order_created:3']);
  });

  it('all replays every event, goes on after one that fails again, and says how many were replayed', async () => {
    const { orders, outcome } = replay('all');
    expect(await outcome).toEqual({
      replayed: 249,
      failed: [{ eventId: NEVER, consumer: 'order-webhooks', error: expect.stringContaining('no paper') }],
      error: '1 of 250 events could not be delivered.',
    });
    expect(orders.replayed).toHaveLength(249);
  });

  it('all succeeds when there is none', async () => {
    expect(await replay('all', 0).outcome).toEqual({ replayed: 0, failed: [] });
  });

  it('refuses an unknown event', async () => {
    await expect(replay('order_created:999').outcome).rejects.toThrow(
      'There is no dead letter with the event id order_created:999.',
    );
  });
});
