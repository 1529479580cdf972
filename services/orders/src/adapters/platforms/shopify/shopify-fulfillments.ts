import { carrierName } from '@parcelyard/service-kit/carriers';
import { z } from 'zod';
import type { ShopifyAccess } from '../../../domain/platforms/connection';
import { type FulfillmentWish, type Platform, PlatformRefused } from '../../../ports';
import { CANCEL_FULFILLMENT_MUTATION, FULFILL_MUTATION, FULFILLMENTS_QUERY } from './fulfillment-queries';
import type { ShopifyApi } from './shopify-api';

const NOT_ALLOWED =
  'its app may not fulfill orders; give the app the scopes read_merchant_managed_fulfillment_orders and write_merchant_managed_fulfillment_orders';

const place = z.object({
  id: z.string(),
  status: z.string(),
  supportedActions: z.array(z.object({ action: z.string() })),
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }),
  lineItems: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        remainingQuantity: z.number().int().min(0),
        requiresShipping: z.boolean(),
      }),
    ),
    pageInfo: z.object({ hasNextPage: z.boolean() }),
  }),
});
type Place = z.infer<typeof place>;

const state = z.object({
  order: z
    .object({
      fulfillments: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          trackingInfo: z.array(z.object({ number: z.string().nullish() })),
        }),
      ),
      fulfillmentOrders: z.object({ nodes: z.array(place) }),
    })
    .nullable(),
});

const outcome = z.object({
  fulfillment: z.object({ id: z.string() }).nullish(),
  userErrors: z.array(z.object({ message: z.string() })),
});

type Fulfillments = Pick<Platform<ShopifyAccess>, 'fulfill' | 'withdraw'>;

/**
 * Tells a shop that its orders were sent. Shopify groups open lines by location, and a fulfillment covers one location.
 * So an order from two locations gets two fulfillments with the same tracking number.
 */
export function createShopifyFulfillments(api: ShopifyApi): Fulfillments {
  const read = async (access: ShopifyAccess, externalId: string) => {
    const id = `gid://shopify/Order/${externalId}`;
    const { order } = state.parse(await api(access, FULFILLMENTS_QUERY, { id }, NOT_ALLOWED));
    if (!order) throw new PlatformRefused('the order no longer exists in the store');
    return order;
  };
  const fulfillmentIds = (order: Awaited<ReturnType<typeof read>>, trackingNumber: string) =>
    order.fulfillments
      .filter(({ status }) => status !== 'CANCELLED')
      .filter(({ trackingInfo }) => trackingInfo.some(({ number }) => number === trackingNumber))
      .map(({ id }) => id);

  return {
    fulfill: async ({ access }, wish) => {
      const order = await read(access, wish.externalId);
      const ids = fulfillmentIds(order, wish.trackingNumber);
      const places = order.fulfillmentOrders.nodes;
      if (ids.length === 0 && !places.some(isOpen) && places.some(isHeld)) {
        throw new PlatformRefused('the order is on hold in the store; release the hold');
      }
      for (const together of byLocation(places.filter(isOpen))) {
        const answer = await api(
          access,
          FULFILL_MUTATION,
          { fulfillment: inputOf(together, wish) },
          NOT_ALLOWED,
        );
        const { fulfillment, userErrors } = readOutcome(answer, 'fulfillmentCreate');
        if (!fulfillment) throw new PlatformRefused(`the store says: ${userErrors[0]?.message ?? 'no'}`);
        ids.push(fulfillment.id);
      }
      return ids;
    },
    withdraw: async ({ access }, { externalId, trackingNumber }) => {
      for (const id of fulfillmentIds(await read(access, externalId), trackingNumber)) {
        const answer = await api(access, CANCEL_FULFILLMENT_MUTATION, { id }, NOT_ALLOWED);
        const { userErrors } = readOutcome(answer, 'fulfillmentCancel');
        if (userErrors[0]) throw new PlatformRefused(`the store says: ${userErrors[0].message}`);
      }
    },
  };
}

const readOutcome = (answer: unknown, name: string) =>
  z.record(z.literal(name), outcome).parse(answer)[name] as z.infer<typeof outcome>;

/**
 * True for a group of lines that we may mark as sent. It is not on hold, scheduled, canceled or assigned to a
 * fulfillment service.
 */
const isOpen = ({ supportedActions, lineItems }: Place): boolean =>
  supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT') && lineItems.nodes.some(isToSend);

const isHeld = ({ status, lineItems }: Place): boolean =>
  (status === 'ON_HOLD' || status === 'SCHEDULED') && lineItems.nodes.some(isToSend);

const isToSend = ({ remainingQuantity, requiresShipping }: Place['lineItems']['nodes'][number]): boolean =>
  requiresShipping && remainingQuantity > 0;

function byLocation(places: readonly Place[]): Place[][] {
  const groups = new Map<string, Place[]>();
  for (const one of places) {
    const key = one.assignedLocation.location?.id ?? one.id;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

const inputOf = (places: readonly Place[], wish: FulfillmentWish) => ({
  lineItemsByFulfillmentOrder: places.map(({ id, lineItems }) => ({
    fulfillmentOrderId: id,
    // Without a list of lines, Shopify fulfills all open lines. The list is left out when the order has more lines than
    // one query reads.
    ...(lineItems.pageInfo.hasNextPage
      ? {}
      : {
          fulfillmentOrderLineItems: lineItems.nodes
            .filter(isToSend)
            .map(({ id: line, remainingQuantity: quantity }) => ({ id: line, quantity })),
        }),
  })),
  notifyCustomer: wish.notifyCustomer,
  trackingInfo: {
    company: carrierName(wish.carrier),
    number: wish.trackingNumber,
    url: wish.trackingUrl,
  },
});
