import { anOrderBody, createRestClient } from '../rest-client';
import { shipctl } from '../shipctl';
import { nextPickupDate, openShop } from '../shop';
import type { Stack } from '../start-stack';

/** Real values for the examples of the page: ids of an existing shop, by the operation that needs them. */
export interface PreparedShop {
  readonly email: string;
  readonly accessToken: string;
  readonly customerId: number;
  /** Order ids by operation. Each operation that changes its order has its own order. */
  readonly orders: Readonly<Record<string, number>>;
  readonly openOrder: number;
  /** The members of a rate that purchase-label needs. */
  readonly rate: Readonly<Record<string, string>>;
  readonly pickupId: number;
  readonly pickupDate: string;
  readonly deliveryId: number;
  readonly webhookUrl: string;
}

const PARCEL = { weightOz: 12, length: 8, width: 6, height: 4 };

export async function prepareShop(stack: Stack, webhookUrl: string): Promise<PreparedShop> {
  const { account, mcp } = await openShop(stack);
  const { accessToken, email } = account;
  const send = createRestClient(stack.file().baseUrl, accessToken);
  const rest = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer.result;
  };
  const rated = async (orderId: number) => {
    const { packageId, rates } = await rest('POST', '/public/shipping-info', { orderId, ...PARCEL });
    const { rateId, method, serviceLevel } = rates[0];
    return { packageId, rateId, method, serviceLevel };
  };
  const labelled = async (orderId: number) =>
    rest('POST', '/public/purchase-label', { orderId, ...(await rated(orderId)) });

  const made = await rest(
    'POST',
    '/public/orders',
    Array.from({ length: 12 }, () => anOrderBody()),
  );
  const [open, deleted, bought, tracked, voided, collected, later, ...delivered] = made.map(
    ({ id }: { id: number }) => id,
  );
  for (const id of [tracked, voided, collected]) await labelled(id);
  await mcp.expectData('mark_labels_printed', { order_ids: [collected], confirm: true });
  const pickupDate = await nextPickupDate(mcp);
  const pickup = await rest('POST', '/public/pickups', { date: pickupDate, location: 'Front desk' });
  await labelled(later);
  await mcp.expectData('mark_labels_printed', { order_ids: [later], confirm: true });
  const returns = await returned(stack, delivered, labelled, rest);
  const customer = await rest('POST', '/public/customer', { email: 'first@example.com' });
  await rest('POST', '/public/webhook', { url: webhookUrl });
  await rest('POST', '/public/webhook/test');
  const [delivery] = await rest('GET', '/public/webhook/deliveries');
  return {
    email,
    accessToken,
    webhookUrl,
    pickupDate,
    customerId: customer.id,
    openOrder: open,
    orders: {
      deleteOrder: deleted,
      purchaseLabel: bought,
      getTracking: tracked,
      voidLabel: voided,
      ...returns,
    },
    rate: await rated(bought),
    pickupId: pickup.pickupId,
    deliveryId: delivery.deliveryId,
  };
}

/** The steps of a return that an order must have passed before each operation. */
const RETURNS: Readonly<Record<string, readonly string[]>> = {
  requestReturn: [],
  withdrawReturn: ['return'],
  purchaseReturnLabel: ['return'],
  receiveReturn: ['return', 'return/label'],
  completeReturn: ['return', 'return/label', 'return/received'],
};

/**
 * Brings each delivered order into the state that one operation of returns needs. Returns the order ids by operation.
 */
async function returned(
  { dataDir }: Stack,
  orderIds: readonly number[],
  labelled: (orderId: number) => Promise<unknown>,
  rest: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<Record<string, number>> {
  const orders: Record<string, number> = {};
  for (const [at, [operation, steps]] of Object.entries(RETURNS).entries()) {
    const orderId = orderIds[at] as number;
    await labelled(orderId);
    await shipctl(dataDir, 'tracking', 'advance', String(orderId), 'Delivered');
    for (const step of steps) await rest('POST', `/public/order/${orderId}/${step}`, {});
    orders[operation] = orderId;
  }
  return orders;
}
