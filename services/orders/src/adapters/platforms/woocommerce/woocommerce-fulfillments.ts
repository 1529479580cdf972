import { createHash } from 'node:crypto';
import { carrierName } from '@parcelyard/service-kit/carriers';
import type { Clock } from '@parcelyard/service-kit/clock';
import { z } from 'zod';
import type { WooCommerceAccess } from '../../../domain/platforms/connection';
import { isAnotherOrder } from '../../../domain/platforms/platform';
import { type FulfillmentWish, type Platform, PlatformRefused } from '../../../ports';
import type { WooCommerceApi } from './woocommerce-api';
import { marksOf, OURS, ourLabels, wooMarks, wooMeta } from './woocommerce-shapes';

const NOT_ALLOWED =
  'the consumer key may only read; create a key with the permission Read/Write and connect the store again';

const ANOTHER_ORDER =
  'its order with this number is another order; mark the right order as fulfilled there yourself';
/** Statuses of orders for which no parcel may be sent any more. */
const SETTLED: ReadonlySet<string> = new Set(['completed', 'cancelled', 'refunded', 'trash']);
const notReady = (status: string): string =>
  `the order has the status "${status}" there; change the status to processing`;
const unknownStatus = (status: string): string =>
  `the store has no order status "${status}"; choose another status in the settings`;

/**
 * The name under which the extension WooCommerce Shipment Tracking stores tracking numbers. Most other extensions for
 * tracking read it, too.
 */
const TRACKING = '_wc_shipment_tracking_items';
const order = z.object({
  id: z.number().int(),
  status: z.string(),
  ...wooMarks,
  meta_data: wooMeta,
});
const notes = z.array(z.object({ note: z.string() }));

/** When the extension removes an entry, its list gets a gap. PHP writes a list with gaps as a JSON object. */
const trackingItems = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).catch([]);
const numbered = z.object({ tracking_number: z.coerce.string() });

type WooState = z.infer<typeof order>;
type Fulfillments = Pick<Platform<WooCommerceAccess>, 'fulfill' | 'withdraw'>;

/**
 * Tells WooCommerce that an order was sent. WooCommerce has no fulfillments, so we add a note, the tracking number for
 * extensions, and the status that the merchant chose. We also add an entry of our own, so that a repeated call finds
 * the label.
 */
export function createWooCommerceFulfillments(api: WooCommerceApi, clock: Clock): Fulfillments {
  const read = async (access: WooCommerceAccess, id: string): Promise<WooState> => {
    const query = { _fields: 'id,status,order_key,date_created_gmt,meta_data' };
    return order.parse((await api(access, { path: `orders/${id}`, query }, NOT_ALLOWED)).json);
  };
  const change = (access: WooCommerceAccess, id: string, body: { status?: string; meta_data: object[] }) =>
    api(
      access,
      {
        path: `orders/${id}`,
        body,
        ...(body.status === undefined ? {} : { notTaken: unknownStatus(body.status) }),
      },
      NOT_ALLOWED,
    );
  const writeNoteOnce = async (
    access: WooCommerceAccess,
    id: string,
    note: string,
    customer_note: boolean,
  ) => {
    const path = `orders/${id}/notes`;
    const known = notes.parse((await api(access, { path }, NOT_ALLOWED)).json);
    // WooCommerce wraps notes in paragraphs and turns addresses into links, so only the plain text is compared.
    if (known.some((one) => plain(one.note).includes(plain(note)))) return;
    await api(access, { path, body: { note, customer_note } }, NOT_ALLOWED);
  };

  return {
    fulfill: async ({ access }, wish) => {
      const { externalId, purchaseId, trackingNumber } = wish;
      const state = await read(access, externalId);
      const ours = oursOf(state);
      if (!ours.some((one) => one.purchaseId === purchaseId)) {
        if (isAnotherOrder(wish.order, marksOf(state))) throw new PlatformRefused(ANOTHER_ORDER);
        if (SETTLED.has(state.status)) return [];
        if (state.status !== 'processing') throw new PlatformRefused(notReady(state.status));
        const { statusAfter } = wish;
        await change(access, externalId, {
          ...(statusAfter === '' ? {} : { status: statusAfter }),
          meta_data: [
            { key: TRACKING, value: [...itemsOf(state), trackingItem(wish, clock.now())] },
            {
              key: OURS,
              value: [...ours, { purchaseId, trackingNumber, statusBefore: state.status, statusAfter }],
            },
          ],
        });
      }
      await writeNoteOnce(access, externalId, shippedNote(wish), wish.notifyCustomer);
      return [purchaseId];
    },
    withdraw: async ({ access }, { externalId, purchaseId, trackingNumber }) => {
      const state = await read(access, externalId);
      const ours = oursOf(state);
      const mine = ours.find((one) => one.purchaseId === purchaseId);
      if (!mine) return;
      // The note is written before our entry is removed. In the opposite order, writing the note could fail after the
      // removal. A repeated call would then find no entry and write no note.
      await writeNoteOnce(access, externalId, `Label ${trackingNumber} was voided.`, false);
      const others = ours.filter((one) => one !== mine);
      const backTo = others.length === 0 && state.status === mine.statusAfter ? mine.statusBefore : undefined;
      await change(access, externalId, {
        ...(backTo === undefined ? {} : { status: backTo }),
        meta_data: [
          {
            key: TRACKING,
            value: itemsOf(state).filter((item) => numberOf(item) !== trackingNumber),
          },
          { key: OURS, value: others },
        ],
      });
    },
  };
}

const metaOf = (state: WooState, key: string): unknown =>
  state.meta_data.find((one) => one.key === key)?.value;
const oursOf = (state: WooState) => ourLabels(state.meta_data);
const itemsOf = (state: WooState): unknown[] => Object.values(trackingItems.parse(metaOf(state, TRACKING)));
const numberOf = (item: unknown) => numbered.safeParse(item).data?.tracking_number;

const plain = (note: string): string =>
  note
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const shippedNote = ({ carrier, method, trackingNumber, trackingUrl }: FulfillmentWish): string => {
  const service = method.startsWith(carrierName(carrier)) ? method : `${carrierName(carrier)} ${method}`;
  return `Shipped by ${service}, tracking number ${trackingNumber}: ${trackingUrl}`;
};

/** Returns a tracking entry in the extension's format, which has an id, and seconds since 1970 as text. */
const trackingItem = ({ carrier, trackingNumber, trackingUrl, purchaseId }: FulfillmentWish, now: Date) => ({
  tracking_provider: '',
  custom_tracking_provider: carrierName(carrier),
  custom_tracking_link: trackingUrl,
  tracking_number: trackingNumber,
  date_shipped: String(Math.floor(now.getTime() / 1_000)),
  tracking_id: createHash('md5').update(purchaseId).digest('hex'),
});
