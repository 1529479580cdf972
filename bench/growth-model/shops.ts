import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { toolCall } from '../cases';
import { type Fixture, makeFixture, nextToken } from '../fixture';
import { headersOf } from '../mcp-entrant';
import { cheapestOf, PARCEL, type Rates } from '../purchases';
import { CREATE_ORDER } from '../rest-entrant';
import { BATCH, type Kind } from './kinds';
import type { Target } from './target';

/** Sends one request. Resolves to the size of the answer's body on the wire. Throws when the request is refused. */
export type Send = () => Promise<number>;

interface Answer {
  data: Record<string, unknown>;
  bytes: number;
}

interface Parcel {
  shop: Fixture;
  orderId: number;
  labelUrl: string;
}

/** Orders of a shop that are only read and rated. */
const NEVER_BOUGHT = 40;
const AT_ONCE = 6;

/** Creates merchants with money, ready-to-ship orders and a webhook, and makes their requests of every kind. */
export class Shops {
  private turn = 0;
  /**
   * Labels that nobody has opened, labels that nobody has marked as printed, and printed parcels that nobody has
   * scanned.
   */
  private readonly unopened: Parcel[] = [];
  private readonly unmarked: Parcel[] = [];
  private readonly unscanned: Parcel[] = [];
  private readonly shipping;

  private constructor(
    private readonly target: Target,
    private readonly shops: readonly Fixture[],
  ) {
    const security = createChannelSecurity('shipctl');
    this.shipping = createGrpcClient(ShippingDefinition, { address: target.shipping, security });
  }

  static async open(target: Target, webhookUrl: string, merchants: number, orders: number): Promise<Shops> {
    const fixtures: Fixture[] = [];
    while (fixtures.length < merchants) fixtures.push(await makeFixture(target.at, orders, 400));
    const shops = new Shops(target, fixtures);
    for (const shop of fixtures) await shops.rest(shop, '/public/webhook', { url: webhookUrl });
    return shops;
  }

  close(): void {
    this.shipping.close();
  }

  /**
   * Prepares this many requests of a kind and returns them. The records that they need are created first, and are not
   * part of the requests.
   */
  async prepare(kind: Kind, count: number): Promise<Send[]> {
    if (kind === 'label_file') await this.stock(this.unopened, count);
    if (kind === 'mark_printed') await this.stock(this.unmarked, count);
    if (kind === 'scan') await this.sendAll('mark_printed', count - this.unscanned.length);
    return severalAtOnce(count, () => this.next(kind));
  }

  async sendAll(kind: Kind, count: number): Promise<void> {
    const sends = await this.prepare(kind, Math.max(0, count));
    await severalAtOnce(sends.length, async () => (sends.pop() as Send)());
  }

  private async next(kind: Kind): Promise<Send> {
    this.turn += 1;
    const shop = this.shops[this.turn % this.shops.length] as Fixture;
    const order_id = shop.orderIds.at(-1 - (this.turn % NEVER_BOUGHT)) as number;
    switch (kind) {
      case 'create_order': {
        const unique = `M${process.pid}-${this.turn}`;
        const body = { ...CREATE_ORDER.body?.(unique), email: `${unique}@example.com` };
        return async () => (await this.rest(shop, CREATE_ORDER.path, body)).bytes;
      }
      case 'list_orders':
        return async () => (await this.tool(shop, 'list_orders', {})).bytes;
      case 'get_order':
        return async () => (await this.tool(shop, 'get_order', { order_id })).bytes;
      case 'get_rates':
        return async () => (await this.tool(shop, 'get_rates', { order_id, ...PARCEL })).bytes;
      case 'buy_label':
        return this.purchase(shop);
      case 'batch_label': {
        const order_ids = Array.from({ length: BATCH }, () => takeOrder(shop));
        return async () =>
          (await this.tool(shop, 'trigger_batch_purchase', { order_ids, confirm: true })).bytes;
      }
      case 'label_file': {
        const { labelUrl } = this.unopened.shift() as Parcel;
        return async () => {
          const response = await fetch(labelUrl);
          if (!response.ok) throw new Error(`${labelUrl} answered ${response.status}.`);
          return (await response.arrayBuffer()).byteLength;
        };
      }
      case 'mark_printed': {
        const parcel = this.unmarked.shift() as Parcel;
        return async () => {
          const marked = { order_ids: [parcel.orderId], confirm: true };
          const { bytes } = await this.tool(parcel.shop, 'mark_labels_printed', marked);
          this.unscanned.push(parcel);
          return bytes;
        };
      }
      case 'scan': {
        const { shop: of, orderId } = this.unscanned.shift() as Parcel;
        return async () => {
          await this.shipping.rpc.advanceTracking({
            accountId: of.accountId,
            orderId,
            status: 'InTransit',
          });
          return 0;
        };
      }
    }
  }

  /** Gets rates for the shop's next order. Returns a request that buys the cheapest label. */
  private async purchase(shop: Fixture): Promise<Send> {
    const order_id = takeOrder(shop);
    const { data } = await this.tool(shop, 'get_rates', { order_id, ...PARCEL });
    const bought = { order_id, ...cheapestOf(data as unknown as Rates), confirm: true };
    return async () => {
      const { data: label, bytes } = await this.tool(shop, 'buy_label', bought);
      const parcel = { shop, orderId: order_id, labelUrl: label.label_url as string };
      this.unopened.push(parcel);
      this.unmarked.push(parcel);
      return bytes;
    };
  }

  private async stock(pool: readonly Parcel[], count: number): Promise<void> {
    await severalAtOnce(count - pool.length, async () => (await this.next('buy_label'))());
  }

  private async tool(shop: Fixture, name: string, args: object): Promise<Answer> {
    const { data, bytes } = await this.post(shop, this.target.mcpUrl, toolCall(name, args));
    const { result } = data as { result?: { isError?: boolean; structuredContent: Answer['data'] } };
    if (!result || result.isError) throw new Error(`${name} answered ${JSON.stringify(data)}`);
    return { data: result.structuredContent, bytes };
  }

  private rest(shop: Fixture, path: string, body: object): Promise<Answer> {
    return this.post(shop, `${this.target.baseUrl}${path}`, JSON.stringify(body));
  }

  private async post(shop: Fixture, url: string, body: string): Promise<Answer> {
    const response = await fetch(url, { method: 'POST', headers: headersOf(nextToken(shop)), body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
    const bytes = Number(response.headers.get('content-length') ?? text.length);
    return { data: JSON.parse(text) as Answer['data'], bytes };
  }
}

async function severalAtOnce<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const next = Math.min(AT_ONCE, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: next }, make))));
  }
  return made;
}

function takeOrder(shop: Fixture): number {
  if (shop.orderIds.length <= NEVER_BOUGHT) throw new Error('The merchants have too few orders.');
  return shop.orderIds.shift() as number;
}
