import type { ShopifyLineFixture, ShopifyOrderFixture } from './a-shopify-order';
import type { Resolver } from './shopify-graphql';

export interface Fulfillment {
  id: string;
  status: string;
  trackingInfo: { company: string; number: string; url: string }[];
  /** How many pieces of each line the fulfillment contains. When it is canceled, these pieces are open again. */
  taken: Map<string, number>;
  orderId: string;
}

export interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[];
  }[];
  notifyCustomer: boolean;
  trackingInfo: { company: string; number: string; url: string };
}

const LOCATION = 'gid://shopify/Location/1';

/**
 * Simulates which parts of a shop's orders are open and which are sent. Fields and states are those of Shopify's Admin
 * schema (2026-07, in @shopify/dev-mcp), and the check `shopify-schemas` in `proofs` compares every answer with this
 * schema. A fulfillment has one location. After a fulfillment is canceled, its lines are open again (shopify.dev,
 * "Build for fulfillment"). `locationId` is a line's location; `held` means that the order is on hold.
 */
export function createFulfillmentDouble(orders: ReadonlyMap<string, ShopifyOrderFixture>) {
  const fulfillments: Fulfillment[] = [];
  const inputs: FulfillmentInput[] = [];

  const placesOf = (order: ShopifyOrderFixture) => {
    const groups = new Map<string, ShopifyLineFixture[]>();
    for (const line of order.lineItems) {
      const location = (line.locationId as string | undefined) ?? LOCATION;
      groups.set(location, [...(groups.get(location) ?? []), line]);
    }
    return [...groups].map(([location, lines]) => {
      const open = lines.some((line) => Number(line.unfulfilledQuantity) > 0);
      const status = order.held ? 'ON_HOLD' : open ? 'OPEN' : 'CLOSED';
      return {
        id: `gid://shopify/FulfillmentOrder/${numberOf(order.id)}${numberOf(location)}`,
        status,
        supportedActions: status === 'OPEN' ? [{ action: 'CREATE_FULFILLMENT' }, { action: 'HOLD' }] : [],
        assignedLocation: { location: { id: location } },
        lineItems: {
          nodes: lines.map((line) => ({
            id: String(line.id).replace('LineItem', 'FulfillmentOrderLineItem'),
            remainingQuantity: line.unfulfilledQuantity,
            requiresShipping: line.requiresShipping,
          })),
          pageInfo: { hasNextPage: false },
        },
        lines,
        location,
      };
    });
  };
  const settle = (order: ShopifyOrderFixture) => {
    const left = order.lineItems.map((line) => Number(line.unfulfilledQuantity));
    const whole = order.lineItems.every((line, at) => left[at] === line.currentQuantity);
    order.displayFulfillmentStatus = whole
      ? 'UNFULFILLED'
      : left.every((quantity) => quantity === 0)
        ? 'FULFILLED'
        : 'PARTIALLY_FULFILLED';
    order.updatedAt = new Date(new Date(order.updatedAt).getTime() + 1_000).toISOString();
  };
  const refuse = (message: string) => ({
    fulfillment: null,
    userErrors: [{ field: ['fulfillment'], message }],
  });

  const create = (input: FulfillmentInput) => {
    inputs.push(input);
    const wanted = input.lineItemsByFulfillmentOrder.map((part) => {
      for (const order of orders.values()) {
        const found = placesOf(order).find(({ id }) => id === part.fulfillmentOrderId);
        if (found) return { order, place: found, part };
      }
      return undefined;
    });
    const [first] = wanted;
    if (!first || wanted.includes(undefined)) return refuse('Fulfillment order does not exist.');
    if (new Set(wanted.map((one) => one?.place.location)).size > 1) {
      return refuse('All fulfillment orders must be assigned to the same location.');
    }
    const taken = new Map<string, number>();
    for (const one of wanted) {
      if (one?.place.status !== 'OPEN') {
        return refuse(
          `Fulfillment order ${numberOf(one?.place.id ?? '')} has an unfulfillable status= closed.`,
        );
      }
      const nodes = one.place.lineItems.nodes;
      const lines =
        one.part.fulfillmentOrderLineItems ??
        nodes.map(({ id, remainingQuantity }) => ({ id, quantity: Number(remainingQuantity) }));
      for (const { id, quantity } of lines) {
        const line = one.place.lines[nodes.findIndex((node) => node.id === id)];
        if (!line || Number(line.unfulfilledQuantity) < quantity || quantity < 1) {
          return refuse('Invalid fulfillment order line item quantity requested.');
        }
        line.unfulfilledQuantity = Number(line.unfulfilledQuantity) - quantity;
        taken.set(String(line.id), quantity);
      }
    }
    const fulfillment: Fulfillment = {
      id: `gid://shopify/Fulfillment/${fulfillments.length + 1}`,
      status: 'SUCCESS',
      taken,
      trackingInfo: [input.trackingInfo],
      orderId: first.order.id,
    };
    fulfillments.push(fulfillment);
    settle(first.order);
    return { fulfillment, userErrors: [] };
  };

  const cancel = (id: string) => {
    const fulfillment = fulfillments.find((one) => one.id === id);
    const order = fulfillment && orders.get(fulfillment.orderId);
    if (!fulfillment || !order) return refuse('Fulfillment not found.');
    if (fulfillment.status === 'CANCELLED') return refuse('Fulfillment is already cancelled.');
    fulfillment.status = 'CANCELLED';
    for (const line of order.lineItems) {
      line.unfulfilledQuantity =
        Number(line.unfulfilledQuantity) + (fulfillment.taken.get(String(line.id)) ?? 0);
    }
    settle(order);
    return { fulfillment, userErrors: [] };
  };

  return {
    /** Newest last. */
    fulfillments,
    /** Everything that was sent to the shop, refused or not. */
    inputs,
    of: (order: ShopifyOrderFixture) => ({
      fulfillments: fulfillments.filter(({ orderId }) => orderId === order.id),
      fulfillmentOrders: { nodes: placesOf(order) },
    }),
    mutations: {
      fulfillmentCreate: ((argument) =>
        create(argument('fulfillment') as FulfillmentInput)) satisfies Resolver,
      fulfillmentCancel: ((argument) => cancel(String(argument('id')))) satisfies Resolver,
    },
  };
}

const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);
