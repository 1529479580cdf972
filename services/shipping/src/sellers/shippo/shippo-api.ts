import { CarrierNoAnswer } from '../carrier-errors';
import { downloadedFile } from '../downloaded-file';
import { readAnswer } from '../parse-json';
import { SellerError } from '../seller-error';
import { waitForRoom } from '../wait-for-room';
import { shippoFailure } from './shippo-error';
import type {
  Parameters,
  ShippoAddress,
  ShippoInvoiceItem,
  ShippoPage,
  ShippoPickup,
  ShippoRate,
  ShippoRefund,
  ShippoShipment,
  ShippoTrack,
  ShippoTransaction,
} from './shippo-shapes';

/**
 * The Shippo calls that the adapter uses. Each answers or throws `SellerError` (definite refusal) or `CarrierNoAnswer`
 * (it may have happened). `find…` answers undefined when Shippo does not know the id.
 */
export interface ShippoApi {
  createShipment(shipment: Parameters): Promise<ShippoShipment>;
  findShipment(id: string): Promise<ShippoShipment | undefined>;
  findRate(id: string): Promise<ShippoRate | undefined>;
  /** Buys a rate. Shippo sells one rate again when it is asked again. */
  createTransaction(transaction: Parameters): Promise<ShippoTransaction>;
  findTransaction(id: string): Promise<ShippoTransaction | undefined>;
  /** Newest first. `query` is a filter, or what `nextPage` gives for a page. */
  listTransactions(query: string): Promise<ShippoPage<ShippoTransaction>>;
  createRefund(transactionId: string): Promise<ShippoRefund>;
  findTrack(carrier: string, trackingNumber: string): Promise<ShippoTrack | undefined>;
  createPickup(pickup: Parameters): Promise<ShippoPickup>;
  createAddress(address: Parameters): Promise<ShippoAddress>;
  listInvoiceItems(query: string): Promise<ShippoPage<ShippoInvoiceItem>>;
  /** Downloads a file from a Shippo link. */
  download(url: string): Promise<Buffer>;
}

interface Options {
  readonly apiKey: string;
  /** For example https://api.goshippo.com/ */
  readonly url: string;
  /** Milliseconds for one call, including the full answer. */
  readonly timeoutMs: number;
  /** Milliseconds before each retry of a call that Shippo was too busy for. */
  readonly roomPausesMs: readonly number[];
}

/** The version of Shippo's API that this adapter is written for. */
const VERSION = '2018-02-08';

/**
 * Shippo's official client is not used: it refuses an answer with a value that it does not know, such as a new status,
 * and a label that was bought would then be no answer for ever.
 */
export function createShippoApi({ apiKey, url, timeoutMs, roomPausesMs }: Options): ShippoApi {
  const base = url.endsWith('/') ? url : `${url}/`;
  const headers = { authorization: `ShippoToken ${apiKey}`, 'shippo-api-version': VERSION };

  const once = async <Shape>(method: 'GET' | 'POST', path: string, body?: Parameters): Promise<Shape> => {
    const answer = fetch(new URL(path, base), {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const { status, content } = await readAnswer('Shippo', answer);
    if (status >= 300) throw shippoFailure(status, content);
    if (content === null || typeof content !== 'object')
      throw new CarrierNoAnswer('Shippo', new Error(`Shippo's address answered ${status} without JSON.`));
    return content as Shape;
  };
  const call = <Shape>(method: 'GET' | 'POST', path: string, body?: Parameters): Promise<Shape> =>
    waitForRoom(() => once<Shape>(method, path, body), roomPausesMs);
  const known = async <Shape>(path: string): Promise<Shape | undefined> => {
    try {
      return await call<Shape>('GET', path);
    } catch (error) {
      if (error instanceof SellerError && error.status === 404) return undefined;
      throw error;
    }
  };
  const id = encodeURIComponent;
  return {
    createShipment: (shipment) => call('POST', 'shipments', { ...shipment, async: false }),
    findShipment: (shipment) => known(`shipments/${id(shipment)}`),
    findRate: (rate) => known(`rates/${id(rate)}`),
    createTransaction: (transaction) => call('POST', 'transactions', { ...transaction, async: false }),
    findTransaction: (transaction) => known(`transactions/${id(transaction)}`),
    listTransactions: (query) => call('GET', `transactions?${query}`),
    createRefund: (transaction) => call('POST', 'refunds', { transaction, async: false }),
    findTrack: (carrier, number) => known(`tracks/${id(carrier)}/${id(number)}`),
    createPickup: (pickup) => call('POST', 'pickups', pickup),
    createAddress: (address) => call('POST', 'addresses', address),
    listInvoiceItems: (query) => call('GET', `invoice-items?${query}`),
    download: (link) => downloadedFile('Shippo', fetch(link, { signal: AbortSignal.timeout(timeoutMs) })),
  };
}

/** The query of a page's `next`; empty on the last page. Its host is not used: the key is sent to Shippo's address only. */
export function nextPage({ next }: ShippoPage<unknown>): string {
  return next && URL.canParse(next) ? new URL(next).search.slice(1) : '';
}
