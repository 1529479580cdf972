import { z } from 'zod';
import type { WooCommerceAccess } from '../../../domain/platforms/connection';
import type { StoreCodes, StoreEvents } from '../../../ports';
import type { WooCommerceApi } from './woocommerce-api';

/**
 * The events to which we subscribe in each store. When an event comes, we do not use its content, but read from the
 * store again.
 */
const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored'] as const;
/**
 * How many webhooks WooCommerce lists at a time. If a shop has more, the list may not show our webhooks, and they are
 * created a second time.
 */
const MOST_LISTED = '100';
const MAY_NOT = 'its key may not create webhooks; create a key with the permission Read/Write';

const webhooks = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    topic: z.string(),
    status: z.string(),
    delivery_url: z.string(),
  }),
);
/**
 * The answer to a request that changes several webhooks: status 200, and one result for each webhook. A refused webhook
 * has an error.
 */
const batched = z.object({
  create: z.array(z.object({ id: z.number(), error: z.object({ code: z.string() }).optional() })).default([]),
});

/**
 * A webhook's name shows the store's people a code. This is the last part of that webhook's URL. The webhook is
 * disabled, so the store sends no event to this URL.
 */
const CODE_PATH = 'code';

/** Manages a store's webhooks. Each connection has its own address and secret. */
export function createWooCommerceEvents(
  api: WooCommerceApi,
  url: string,
): { events: StoreEvents<WooCommerceAccess>; codes: StoreCodes<WooCommerceAccess> } {
  const ours = async (access: WooCommerceAccess) => {
    const query = { per_page: MOST_LISTED, _fields: 'id,name,topic,status,delivery_url' };
    const { json } = await api(access, { path: 'webhooks', query }, MAY_NOT);
    return webhooks.parse(json).filter(({ delivery_url }) => delivery_url.startsWith(`${url}/`));
  };
  const change = async (
    access: WooCommerceAccess,
    body: { create?: object[]; update?: object[]; delete?: number[] },
  ) => {
    const { json } = await api(access, { path: 'webhooks/batch', body }, MAY_NOT);
    const { create } = batched.parse(json);
    const refused = create.find(({ error }) => error)?.error;
    if (refused) throw new Error(`WooCommerce did not create the webhook: ${refused.code}.`);
    return create.map(({ id }) => id);
  };
  const showingCodes = async (access: WooCommerceAccess, sentence?: string) =>
    (await ours(access))
      .filter(({ delivery_url }) => delivery_url === `${url}/${CODE_PATH}`)
      .filter(({ name }) => sentence === undefined || name === sentence)
      .map(({ id }) => id);
  const codes: StoreCodes<WooCommerceAccess> = {
    show: async (access, name) => {
      const delivery_url = `${url}/${CODE_PATH}`;
      const create = [{ name, topic: TOPICS[0], delivery_url }];
      const made = await change(access, { create, delete: await showingCodes(access) });
      // WooCommerce creates every webhook as active. The webhook that shows a code must not send events, so it is
      // disabled now.
      await change(access, { update: made.map((id) => ({ id, status: 'disabled' })) });
    },
    hide: async (access, sentence) => {
      const there = await showingCodes(access, sentence);
      if (there.length > 0) await change(access, { delete: there });
    },
  };
  const events: StoreEvents<WooCommerceAccess> = {
    canTell: ({ hook }) => hook !== undefined,
    subscribe: async (access) => {
      const { key, secret } = access.hook ?? { key: '', secret: '' };
      const delivery_url = `${url}/${key}`;
      const there = await ours(access);
      // A webhook is stale when it belongs to an earlier connection, or when it is no longer active in the store.
      const stale = there.filter((known) => known.delivery_url !== delivery_url || known.status !== 'active');
      const live = new Set(there.filter((known) => !stale.includes(known)).map(({ topic }) => topic));
      const create = TOPICS.filter((topic) => !live.has(topic)).map((topic) => ({
        name: `Parcelyard: ${topic}`,
        topic,
        delivery_url,
        secret,
        status: 'active',
      }));
      if (create.length > 0 || stale.length > 0) {
        await change(access, { create, delete: stale.map(({ id }) => id) });
      }
    },
    unsubscribe: async (access) => {
      const there = await ours(access);
      if (there.length > 0) await change(access, { delete: there.map(({ id }) => id) });
    },
  };
  return { events, codes };
}
