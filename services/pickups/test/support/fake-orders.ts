import type { OrderRow } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrdersPort } from '../../src/ports';

interface FakeOrder {
  accountId: number;
  row: OrderRow;
  carrier: string;
  seller: string;
  reference: string;
  pickupId?: number;
  endedPickups?: number[];
}

type Method = keyof OrdersPort;

/** A fake of the orders service. Each order is in at most one pickup. */
export class FakeOrders implements OrdersPort {
  private readonly orders: FakeOrder[] = [];
  private readonly failures = new Map<Method, { error: DomainError; after: boolean }>();
  readonly calls: Method[] = [];

  /** Adds an order with a printed label that waits for a driver. */
  printed(accountId: number, orderId: number, carrier = 'usps', reference = ''): void {
    const row: OrderRow = {
      orderId,
      orderNumber: `N${orderId}`,
      name: 'Ada Lovelace',
      city: 'New York',
      state: 'NY',
      zip: '10118',
      country: 'US',
      totalCents: 2_000,
      status: 'LabelPrinted',
      trackingNumber: `94${orderId}`,
      date: undefined,
      source: 'manual',
    };
    this.orders.push({ accountId, row, carrier, seller: 'sandbox', reference });
  }

  /** Makes the next call fail. With `after`, the call does its work first and only its answer is lost. */
  failNext(method: Method, error: DomainError, after = false): void {
    this.failures.set(method, { error, after });
  }

  setStatus(orderId: number, status: string): void {
    for (const order of this.orders) if (order.row.orderId === orderId) order.row = { ...order.row, status };
  }

  /** Returns the status and pickup of every order, sorted by order id. */
  state(): [orderId: number, status: string, pickupId: number | undefined][] {
    return this.orders.map(({ row, pickupId }) => [row.orderId, row.status, pickupId]);
  }

  readonly listPickupEligible: OrdersPort['listPickupEligible'] = ({ accountId, carrier }) =>
    this.run('listPickupEligible', () => {
      const found = this.orders.filter(
        (order) =>
          order.accountId === accountId && order.carrier === carrier && order.row.status === 'LabelPrinted',
      );
      return {
        orders: found.map(({ row }) => row),
        references: found.flatMap(({ reference }) => (reference === '' ? [] : [reference])),
      };
    });

  readonly assignPickup: OrdersPort['assignPickup'] = ({ accountId, pickupId, orderIds, carrier, seller }) =>
    this.run('assignPickup', () => {
      const asked = this.orders.filter(
        (order) => order.accountId === accountId && orderIds.includes(order.row.orderId),
      );
      for (const order of asked) {
        if (order.row.status !== 'LabelPrinted') continue;
        if (order.carrier !== carrier || order.seller !== seller) continue;
        if (order.endedPickups?.includes(pickupId)) continue;
        order.pickupId = pickupId;
        order.row = { ...order.row, status: 'WaitingForPickup' };
      }
      const mine = asked.filter((order) => order.pickupId === pickupId);
      return { orderIds: mine.map(({ row }) => row.orderId) };
    });

  /** Removes the order from its pickup, as when its label is voided or the order is canceled. */
  leave(orderId: number, status = 'ChooseShipping'): void {
    for (const order of this.orders) if (order.row.orderId === orderId) delete order.pickupId;
    this.setStatus(orderId, status);
  }

  /** Voids the order's label and prints a new one of this carrier or seller. */
  relabelled(orderId: number, label: Partial<Pick<FakeOrder, 'carrier' | 'seller'>>): void {
    this.leave(orderId, 'LabelPrinted');
    for (const order of this.orders) if (order.row.orderId === orderId) Object.assign(order, label);
  }

  /**
   * Sets whether the void of this label waits for the carrier's answer. `false` means that the carrier has refused the
   * void.
   */
  voidPends(orderId: number, voidPending = true): void {
    for (const order of this.orders)
      if (order.row.orderId === orderId) order.row = { ...order.row, voidPending };
  }

  private idsOf(accountId: number, pickupId: number) {
    const under = this.orders.filter((one) => one.accountId === accountId && one.pickupId === pickupId);
    const idsWhere = (isPending: boolean) =>
      under
        .filter(({ row }) => (row.voidPending ?? false) === isPending)
        .map(({ row: { orderId } }) => orderId);
    return { orderIds: idsWhere(false), voidPendingIds: idsWhere(true) };
  }

  readonly listPickupOrders: OrdersPort['listPickupOrders'] = ({ accountId, pickupIds }) =>
    this.run('listPickupOrders', () => ({
      pickups: pickupIds.map((pickupId) => ({
        pickupId,
        ...this.idsOf(accountId, pickupId),
      })),
    }));

  readonly releasePickup: OrdersPort['releasePickup'] = ({ accountId, pickupId, orderIds, keepOthers }) =>
    this.run('releasePickup', () => {
      for (const order of this.orders.filter((one) => one.accountId === accountId)) {
        const named = orderIds.includes(order.row.orderId);
        if (named) order.endedPickups = [...(order.endedPickups ?? []), pickupId];
        if (order.pickupId !== pickupId || (keepOthers && !named)) continue;
        delete order.pickupId;
        order.row = { ...order.row, status: 'LabelPrinted' };
      }
      return {};
    });

  readonly getOrderRows: OrdersPort['getOrderRows'] = ({ accountId, orderIds }) =>
    this.run('getOrderRows', () => ({
      orders: this.orders
        .filter((order) => order.accountId === accountId && orderIds.includes(order.row.orderId))
        .map(({ row }) => row),
    }));

  private async run<T>(method: Method, work: () => T): Promise<T> {
    this.calls.push(method);
    const failure = this.failures.get(method);
    this.failures.delete(method);
    if (failure && !failure.after) throw failure.error;
    // Concurrent calls interleave here, as they do over a network.
    await new Promise((resolve) => setImmediate(resolve));
    const answer = work();
    if (failure) throw failure.error;
    return answer;
  }
}

export const noAnswer = (): DomainError => new DomainError('unavailable', 'unavailable', {});
