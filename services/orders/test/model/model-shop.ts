import type { FakeClock } from '@parcelyard/testing/fake-clock';
import type { Process, Schedule } from '@parcelyard/testing/schedule';
import type { StoreHttp } from '../../src/adapters/platforms/store-http';
import type { Answer } from '../platforms/start-store-double';
import { aWooOrder, type WooOrderFixture } from '../platforms/start-woocommerce-double';
import { createOrderWritesDouble } from '../platforms/woocommerce-order-writes-double';

export const SHOP_URL = 'https://mugs.example/shop';
/** The name under which an order of the shop stores our labels. */
const OURS = '_parcelyard_fulfillments';
/**
 * A request that is older than this many milliseconds does not reach the shop any more. This time is longer than any
 * timeout of calls to the shop.
 */
const UNDER_WAY_MS = 600_000;

/** The statuses that people in a shop may set. */
export const SHOP_STATUSES = ['processing', 'completed', 'cancelled', 'on-hold', 'trash'] as const;

/** A WooCommerce shop behind a network that is slow, loses answers and delivers requests late. */
export class ModelShop {
  readonly orders = new Map<number, WooOrderFixture>();
  private readonly writes = createOrderWritesDouble(this.orders);

  constructor(
    private readonly schedule: Schedule,
    private readonly clock: FakeClock,
    ids: readonly number[],
  ) {
    for (const id of ids) {
      this.orders.set(id, { ...aWooOrder({ id }), date_modified_gmt: this.now() });
    }
  }

  /**
   * Somebody in the shop sets the status of the order, whatever status it had before. The new status may mean that the
   * shop has sent its own parcel.
   */
  decide(id: number, status: (typeof SHOP_STATUSES)[number]): void {
    const order = this.orders.get(id);
    if (!order || order.status === status) return;
    order.status = status;
    order.date_modified_gmt = this.now();
  }

  /** Returns the purchases whose label is on the order, according to the shop. */
  labelsOf(id: number): readonly string[] {
    const order = this.orders.get(id);
    const told = order && (this.writes.metaOf(order, OURS) as { purchaseId: string }[] | undefined);
    return (told ?? []).map(({ purchaseId }) => purchaseId);
  }

  for(caller: Process): StoreHttp {
    const { schedule, clock } = this;
    return {
      isException: () => false,
      send: ({ url, method = 'GET', body = '' }) => {
        const asked = clock.now().getTime();
        return schedule.call({
          name: `${method} ${url.slice(SHOP_URL.length)}`,
          caller,
          silence: () => new Error('The shop gives no answer.'),
          isTooLate: () => clock.now().getTime() - asked >= UNDER_WAY_MS,
          serve: async () => {
            const { status = 200, body: answered } = this.answer(new URL(url), method, body);
            // The answer may arrive late, so it is copied now. The copy shows the shop as it was when the request was
            // answered.
            const json: unknown = JSON.parse(JSON.stringify(answered));
            // All orders of the shop fit on one page, so the length of the list is the number that WooCommerce sends.
            const total = Array.isArray(json) ? String(json.length) : undefined;
            return { status, bytes: 0, json, header: () => total };
          },
        });
      },
    };
  }

  private answer(url: URL, method: string, body: string): Answer {
    const changes = method === 'POST' && !url.pathname.endsWith('/notes');
    const one = this.writes.answer({ method, url, body, headers: {} });
    if (!one) return { body: this.list(url.searchParams) };
    const changed = changes ? (one.body as WooOrderFixture) : undefined;
    if (changed?.id) changed.date_modified_gmt = this.now();
    return one;
  }

  private list(query: URLSearchParams): WooOrderFixture[] {
    const [after = '', before = ''] = [query.get('modified_after'), query.get('modified_before')].map(String);
    return [...this.orders.values()]
      .filter(({ status }) => (status === 'trash') === (query.get('status') === 'trash'))
      .filter(({ date_modified_gmt: time }) => time > after && time < before)
      .sort((a, b) => a.date_modified_gmt.localeCompare(b.date_modified_gmt));
  }

  private now = (): string => this.clock.now().toISOString().slice(0, 19);
}
