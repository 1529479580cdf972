import type { Failure } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import { type OrderId, orderId } from '@parcelyard/service-kit/ids';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import { pickupReference } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { withCurrentOrders } from './pickup-orders';
import { isDefinite, nextCheckAt, requestDueAt, retryAt } from './retries';

export interface Addition {
  pickup: LeasedPickup;
  added: readonly OrderId[];
  refusal?: Failure | undefined;
}

/**
 * Adds orders to a booked pickup. Returns undefined when another call changed the pickup first.
 * @throws DomainError unresolved
 */
export async function addOrders(
  ports: PickupsPorts,
  live: LeasedPickup,
  orderIds: readonly number[],
): Promise<Addition | undefined> {
  const addingIds = orderIds.map(orderId);
  const requestedIds = [...new Set([...live.requestedIds, ...addingIds])];
  const dueAt = requestDueAt(ports.clock);
  const leased = await ports.store.take(live, 'scheduled', 'adding', { addingIds, requestedIds, dueAt });
  if (!leased) return undefined;
  ports.failPoint('pickup-add-1-taken');
  return finishAdding(ports, leased);
}

/**
 * Assigns the orders, then asks the carrier to collect them too. If the carrier refuses, the new orders are released.
 * Each step can be repeated.
 * @throws DomainError unresolved when the orders service or the carrier did not answer; the worker continues
 */
export async function finishAdding(ports: PickupsPorts, leased: LeasedPickup): Promise<Addition> {
  const { accountId, pickupId, carrier, seller, addingIds = [] } = leased;
  const asked = { accountId, pickupId, orderIds: [...addingIds] };
  const settle = async (added: readonly OrderId[], refusal?: Failure): Promise<Addition> => {
    const orderIds = [...new Set([...leased.orderIds, ...added])];
    const dueAt = nextCheckAt(ports.clock, leased);
    const pickup = await ports.store.move(leased, 'scheduled', { orderIds, dueAt });
    return { pickup, added, refusal };
  };

  const assigned = await answerOf(ports, leased, ports.orders.assignPickup({ ...asked, carrier, seller }));
  ports.failPoint('pickup-add-2-assigned');
  const added = assigned.answer?.orderIds.map(orderId) ?? [];
  if (added.length === 0) return settle([], assigned.refusal);

  const carrierAnswer = await answerOf(ports, leased, addAtCarrier(ports, leased, added));
  ports.failPoint('pickup-add-3-told');
  if (carrierAnswer.answer?.added) return settle(added);
  await answerOf(ports, leased, ports.orders.releasePickup({ ...asked, keepOthers: true }));
  return settle([], carrierAnswer.refusal ?? carrierAnswer.answer?.refusal);
}

async function addAtCarrier(ports: PickupsPorts, leased: LeasedPickup, added: readonly OrderId[]) {
  const { accountId, pickupId, seller, carrier, confirmationNumber } = leased;
  const all = [...new Set([...leased.orderIds, ...added])];
  const [current] = await withCurrentOrders(ports, [{ ...leased, orderIds: all }]);
  return ports.shipping.addToCarrierPickup({
    accountId,
    seller,
    carrier,
    confirmationNumber,
    reference: pickupReference(pickupId),
    packageCount: current?.orderIds.length ?? all.length,
  });
}

/** Returns the service's answer or its refusal. @throws DomainError unresolved when the service gave neither */
async function answerOf<T>(
  ports: PickupsPorts,
  leased: LeasedPickup,
  call: Promise<T>,
): Promise<{ answer?: T; refusal?: Failure }> {
  try {
    return { answer: await call };
  } catch (error) {
    if (isDefinite(error)) return { refusal: toFailure(error) };
    await ports.store.defer(leased, retryAt(ports.clock));
    const { pickupId } = leased;
    throw new DomainError('unresolved', 'pickup_addition_unknown', { pickupId }, { cause: error });
  }
}
