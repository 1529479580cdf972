import type { ApiOptions } from '../api-options';
import { CarrierNoAnswer } from '../carrier-errors';
import { downloadedFile } from '../downloaded-file';
import { readAnswer } from '../parse-json';
import { requireMember } from '../require-member';
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
 * The calls of Shippo that we use. A call returns Shippo's answer, or throws `SellerError` when Shippo refused, or
 * `CarrierNoAnswer` when Shippo may have done the work. `find…` returns undefined when Shippo does not know the id.
 */
export type ShippoApi = ReturnType<typeof createShippoApi>;

/** The body of a call, and a member that each of its answers must have. */
interface Asked {
  readonly body?: Parameters;
  readonly member?: string | undefined;
}

const ID = 'object_id';

const VERSION = '2018-02-08';

/**
 * Calls Shippo without its official client. The client fails on an unknown value, such as a new status, so a label with
 * such a value could never be read.
 */
export function createShippoApi({ apiKey, url, timeoutMs, roomPausesMs }: ApiOptions) {
  const base = url.endsWith('/') ? url : `${url}/`;
  const headers = { authorization: `ShippoToken ${apiKey}`, 'shippo-api-version': VERSION };

  const once = async <Shape>(
    method: 'GET' | 'POST',
    path: string,
    { body, member }: Asked,
  ): Promise<Shape> => {
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
    return member === undefined ? (content as Shape) : requireMember<Shape>('Shippo', content, member);
  };
  const call = <Shape>(method: 'GET' | 'POST', path: string, asked: Asked = {}): Promise<Shape> =>
    waitForRoom(() => once<Shape>(method, path, asked), roomPausesMs);
  const post = <Shape>(path: string, body: Parameters, member?: string) =>
    call<Shape>('POST', path, { body, member });
  const page = <Row>(path: string, query: string) =>
    call<ShippoPage<Row>>('GET', `${path}?${query}`, { member: 'results' });
  const known = async <Shape>(path: string, member?: string): Promise<Shape | undefined> => {
    try {
      return await call<Shape>('GET', path, { member });
    } catch (error) {
      if (error instanceof SellerError && error.status === 404) return undefined;
      throw error;
    }
  };
  const id = encodeURIComponent;
  return {
    createShipment: (shipment: Parameters) =>
      post<ShippoShipment>('shipments', { ...shipment, async: false }, ID),
    findShipment: (shipment: string) => known<ShippoShipment>(`shipments/${id(shipment)}`, ID),
    findRate: (rate: string) => known<ShippoRate>(`rates/${id(rate)}`, ID),
    /** Buys a rate. If the call is sent twice, the rate is bought twice. */
    createTransaction: (transaction: Parameters) =>
      post<ShippoTransaction>('transactions', { ...transaction, async: false }, ID),
    findTransaction: (transaction: string) => known<ShippoTransaction>(`transactions/${id(transaction)}`, ID),
    /** Newest first. `query` is a filter or a result of `nextPage`. */
    listTransactions: (query: string) => page<ShippoTransaction>('transactions', query),
    createRefund: (transaction: string) => post<ShippoRefund>('refunds', { transaction, async: false }),
    findTrack: (carrier: string, number: string) => known<ShippoTrack>(`tracks/${id(carrier)}/${id(number)}`),
    createPickup: (pickup: Parameters) => post<ShippoPickup>('pickups', pickup),
    createAddress: (address: Parameters) => post<ShippoAddress>('addresses', address),
    listInvoiceItems: (query: string) => page<ShippoInvoiceItem>('invoice-items', query),
    download: (link: string) =>
      downloadedFile('Shippo', fetch(link, { signal: AbortSignal.timeout(timeoutMs) })),
  };
}

/**
 * Returns the query of the next page; empty on the last page. Shippo's answer has a complete address, but its host is
 * ignored, because the key may be sent only to Shippo.
 */
export function nextPage({ next }: ShippoPage<unknown>): string {
  return next && URL.canParse(next) ? new URL(next).search.slice(1) : '';
}
