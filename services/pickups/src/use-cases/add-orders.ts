import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type OrderId, orderId } from '@parcelyard/service-kit/ids';
import { pickupReference } from '../domain/pickup';
import type { HeldPickup, PickupsPorts } from '../ports';
import { isDefinite } from './is-definite';
import { nextLookAt, requestDueAt, retryAt } from './settle-times';
import { withStandingOrders } from './with-standing-orders';

export interface Addition {
  pickup: HeldPickup;
  added: readonly OrderId[];
  /** Why they were not added, in the words of who refused. */
  refusal?: string;
}

/** Adds orders to a booked pickup; undefined when somebody else changed it meanwhile. @throws DomainError unresolved */
export async function addOrders(
  ports: PickupsPorts,
  live: HeldPickup,
  orderIds: readonly number[],
): Promise<Addition | undefined> {
  const addingIds = orderIds.map(orderId);
  const askedIds = [...new Set([...(live.askedIds ?? live.orderIds), ...addingIds])];
  const dueAt = requestDueAt(ports.clock);
  const held = await ports.store.take(live, 'scheduled', 'adding', { addingIds, askedIds, dueAt });
  if (!held) return undefined;
  ports.failPoint('pickup-add-1-taken');
  return finishAdding(ports, held);
}

/**
 * Assigns the orders, then tells the carrier of them; what it does not take is free again. Each step may be repeated.
 * @throws DomainError unresolved when somebody gave no answer: the worker goes on
 */
export async function finishAdding(ports: PickupsPorts, held: HeldPickup): Promise<Addition> {
  const { accountId, pickupId, addingIds = [] } = held;
  const asked = { accountId, pickupId, orderIds: [...addingIds] };
  const settle = async (added: readonly OrderId[], refusal?: string): Promise<Addition> => {
    const orderIds = [...new Set([...held.orderIds, ...added])];
    const dueAt = nextLookAt(ports.clock, held);
    const pickup = await ports.store.move(held, 'scheduled', { orderIds, dueAt });
    return { pickup, added, ...(refusal === undefined ? {} : { refusal }) };
  };

  const assigned = await answerOf(ports, held, ports.orders.assignPickup(asked));
  ports.failPoint('pickup-add-2-assigned');
  const added = assigned.answer?.orderIds.map(orderId) ?? [];
  if (added.length === 0) return settle([], assigned.refusal);

  const told = await answerOf(ports, held, tellCarrier(ports, held, added));
  ports.failPoint('pickup-add-3-told');
  if (told.answer?.added) return settle(added);
  await answerOf(ports, held, ports.orders.releasePickup({ ...asked, keepOthers: true }));
  return settle([], told.refusal ?? told.answer?.reason);
}

async function tellCarrier(ports: PickupsPorts, held: HeldPickup, added: readonly OrderId[]) {
  const { accountId, pickupId, carrier, confirmationNumber } = held;
  const all = [...new Set([...held.orderIds, ...added])];
  const [standing] = await withStandingOrders(ports, [{ ...held, orderIds: all }]);
  return ports.shipping.addToCarrierPickup({
    ...{ accountId, carrier, confirmationNumber },
    reference: pickupReference(pickupId),
    packageCount: standing?.orderIds.length ?? all.length,
  });
}

/** The answer, or the sentence of a definite no. @throws DomainError unresolved without either */
async function answerOf<T>(
  ports: PickupsPorts,
  held: HeldPickup,
  call: Promise<T>,
): Promise<{ answer?: T; refusal?: string }> {
  try {
    return { answer: await call };
  } catch (error) {
    if (isDefinite(error)) return { refusal: error.publicMessage };
    await ports.store.defer(held, retryAt(ports.clock));
    throw DomainError.text(
      'unresolved',
      `More orders are being added to pickup ${held.pickupId}; that is not finished yet. Check get_pickup in a moment.`,
      { cause: error },
    );
  }
}
