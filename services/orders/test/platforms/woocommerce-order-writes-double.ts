import type { Answer, Call } from './start-store-double';
import type { WooOrderFixture } from './start-woocommerce-double';

export interface OrderNote {
  id: number;
  note: string;
  customer_note: boolean;
}

interface Meta {
  id: number;
  key: string;
  value: unknown;
}

const PATH = /^\/shop\/wp-json\/wc\/v3\/orders\/(\d+)(?:\/(notes|refunds))?$/;
const STATUSES = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'trash',
];

/**
 * Reads and changes one order of a WooCommerce store and its notes, as `WC_REST_Orders_Controller`,
 * `WC_REST_CRUD_Controller` and `WC_REST_Order_Notes_V2_Controller` of woocommerce/woocommerce do. Metadata without an
 * id is found by its key. An unknown status is refused before anything is written. Notes come newest first. A change of
 * the status adds a note.
 */
export function createOrderWritesDouble(orders: ReadonlyMap<number, WooOrderFixture>) {
  const notes = new Map<number, OrderNote[]>();
  const settings = { readOnly: false };
  let serial = 9_000;
  const next = () => {
    serial += 1;
    return serial;
  };
  const notesOf = (id: number): OrderNote[] => notes.get(id) ?? [];
  const addNote = (id: number, note: string, customer_note: boolean): OrderNote => {
    const added = { id: next(), note, customer_note };
    notes.set(id, [added, ...notesOf(id)]);
    return added;
  };

  const change = (
    order: WooOrderFixture,
    given: { status?: string; meta_data?: Partial<Meta>[] },
  ): Answer => {
    if (given.status !== undefined && !STATUSES.includes(given.status)) {
      return refusal(400, 'rest_invalid_param', 'Invalid parameter(s): status');
    }
    const members = [...(order.meta_data as Meta[])];
    for (const { key = '', value } of given.meta_data ?? []) {
      const known = members.findIndex((one) => one.key === key);
      members.splice(known < 0 ? members.length : known, 1, { id: members[known]?.id ?? next(), key, value });
    }
    order.meta_data = members;
    if (given.status !== undefined && given.status !== order.status) {
      addNote(order.id, `Order status changed from ${order.status} to ${given.status}.`, false);
      order.status = given.status;
    }
    const changed = new Date(`${order.date_modified_gmt}Z`).getTime() + 1_000;
    order.date_modified_gmt = new Date(changed).toISOString().slice(0, 19);
    return { body: order };
  };

  return {
    settings,
    notesOf,
    metaOf: ({ meta_data }: WooOrderFixture, key: string): unknown =>
      (meta_data as Meta[]).find((one) => one.key === key)?.value,
    /** Undefined for a call that is not about one order. */
    answer: ({ method, url, body }: Call): Answer | undefined => {
      const [, number, part] = PATH.exec(url.pathname) ?? [];
      if (number === undefined) return undefined;
      const order = orders.get(Number(number));
      // WooCommerce answers an empty list for an order that no longer exists.
      if (part === 'refunds') return { body: order?.refunds ?? [] };
      const isNotes = part === 'notes';
      if (!order) return refusal(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
      if (method === 'GET') return { body: isNotes ? notesOf(order.id) : order };
      if (settings.readOnly) {
        const message = 'The API key provided does not have write permissions.';
        return refusal(401, 'woocommerce_rest_authentication_error', message);
      }
      const given = JSON.parse(body);
      if (!isNotes) return change(order, given);
      return { status: 201, body: addNote(order.id, given.note, given.customer_note ?? false) };
    },
  };
}

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, data: { status } },
});
