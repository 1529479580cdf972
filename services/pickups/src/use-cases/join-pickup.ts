import type { Pickup as PickupMessage } from '@parcelyard/contracts/pickups';
import type { HeldPickup, PickupsPorts } from '../ports';
import { addOrders } from './add-orders';
import { type AskedPickup, MAX_ORDERS } from './eligible-orders';
import { noticeEmpty } from './get-pickup';
import { toContract } from './to-contract';
import { withStandingOrders } from './with-standing-orders';

/**
 * A further confirm for a booked pickup: adds what has become eligible while the carrier allows it, and answers the
 * pickup with a note of what was done. Undefined when somebody else changed the pickup meanwhile.
 */
export async function joinPickup(
  ports: PickupsPorts,
  live: HeldPickup,
  asked: AskedPickup,
  eligible: readonly number[],
): Promise<PickupMessage | undefined> {
  const already = `Pickup ${live.pickupId} was booked for ${live.date} already`;
  const answer = async (pickup: HeldPickup, ...said: string[]) => {
    const [standing = pickup] = await withStandingOrders(ports, [pickup]);
    return toContract(standing, 'scheduled', [], [...said, ...keptWords(live, asked)].join(' '));
  };
  if (asked.closed)
    return answer(live, `${already}, and nothing can be added now: ${asked.closed.publicMessage}`);

  const [standing = live] = await withStandingOrders(ports, [live]);
  const orderIds = eligible.slice(0, Math.max(0, MAX_ORDERS - standing.orderIds.length));
  if (eligible.length === 0) {
    await noticeEmpty(ports, standing);
    return answer(live, `${already}; no further printed labels were waiting.`);
  }
  if (orderIds.length === 0) {
    return answer(
      live,
      `${already} and has ${MAX_ORDERS} orders, which is the most. ${leftOut(eligible.length)}`,
    );
  }
  const addition = await addOrders(ports, live, orderIds);
  if (!addition) return undefined;
  const { pickup, added, refusal } = addition;
  const left = eligible.length - added.length;
  return answer(
    pickup,
    added.length > 0 ? `${already}; ${orders(added.length)} added to it.` : `${already}.`,
    ...(refusal === undefined ? [] : [refusal]),
    ...(left > 0 ? [leftOut(left)] : []),
  );
}

const orders = (count: number) => (count === 1 ? '1 order was' : `${count} orders were`);

const leftOut = (count: number) =>
  `${orders(count)} left out of it: cancel it and schedule again for all of them, or choose another date.`;

/** What the caller asked for and the booked pickup does not have. */
function keptWords(live: HeldPickup, { location, instructions }: AskedPickup): string[] {
  const kept = [
    ...(location === live.location ? [] : [`its location stays ${JSON.stringify(live.location)}`]),
    ...(instructions === live.instructions || instructions === ''
      ? []
      : ['its instructions stay as they were']),
  ];
  if (kept.length === 0) return [];
  const sentence = kept.join(' and ');
  return [`${sentence[0]?.toUpperCase()}${sentence.slice(1)}; cancel it and schedule again to change that.`];
}
