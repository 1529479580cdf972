import type { z } from 'zod';
import { CarrierNoAnswer } from '../carrier-errors';
import { downloadedFile } from '../downloaded-file';
import { readAnswer } from '../parse-json';
import { ROOM_PAUSES_MS, waitForRoom } from '../wait-for-room';
import { shipengineFailure } from './shipengine-error';
import {
  carriersAnswer,
  errorAnswer,
  keysAnswer,
  labelAnswer,
  labelsAnswer,
  type Parameters,
  pickupAnswer,
  pickupsAnswer,
  ratesAnswer,
  shipmentAnswer,
  trackAnswer,
  voidAnswer,
} from './shipengine-shapes';

/**
 * The calls of ShipEngine that we use. A call returns ShipEngine's answer, or throws `SellerError` when nothing
 * happened, or `CarrierNoAnswer` when ShipEngine may have done the work.
 */
export type ShipengineApi = ReturnType<typeof createShipengineApi>;

interface Options {
  readonly apiKey: string;
  readonly url: string;
  /** When ShipEngine is too busy, a call is repeated after these pauses, in milliseconds. */
  readonly roomPausesMs?: readonly number[];
}

/** The longest time of one call with its complete answer, in milliseconds. */
const TIMEOUT_MS = 12_000;

export function createShipengineApi({ apiKey, url, roomPausesMs = ROOM_PAUSES_MS }: Options) {
  const base = url.endsWith('/') ? url : `${url}/`;

  const fetched = async (method: string, path: string, body?: Parameters): Promise<Response> => {
    const address = new URL(path, base);
    // An answer may contain a link to another address. The API key is never sent to such an address.
    const own = address.origin === new URL(base).origin;
    return fetch(address, {
      method,
      headers: {
        ...(own && { 'api-key': apiKey }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: own ? 'error' : 'follow',
    });
  };
  const once = async <Shape>(
    shape: z.ZodType<Shape>,
    method: string,
    path: string,
    body?: Parameters,
  ): Promise<Shape> => {
    const { status, content } = await readAnswer('ShipEngine', fetched(method, path, body));
    const read = shape.safeParse(content);
    if (status < 300 && read.success) return read.data;
    if (status >= 300 || errorAnswer.safeParse(content).success) throw shipengineFailure(status, content);
    throw new CarrierNoAnswer('ShipEngine', read.error);
  };
  const call = <Shape>(shape: z.ZodType<Shape>, method: string, path: string, body?: Parameters) =>
    waitForRoom(() => once(shape, method, path, body), roomPausesMs);
  const id = encodeURIComponent;
  return {
    listCarriers: () => call(carriersAnswer, 'GET', 'v1/carriers'),
    rate: (request: Parameters) => call(ratesAnswer, 'POST', 'v1/rates', request),
    findShipment: (shipment: string) => call(shipmentAnswer, 'GET', `v1/shipments/${id(shipment)}`),
    /** Finds a shipment by our reference. ShipEngine has one shipment for each reference. */
    findShipmentByExternalId: (reference: string) =>
      call(shipmentAnswer, 'GET', `v1/shipments/external_shipment_id/${id(reference)}`),
    buyRate: (rate: string, label: Parameters) =>
      call(labelAnswer, 'POST', `v1/labels/rates/${id(rate)}`, label),
    /** Oldest first. */
    listLabels: (query: Readonly<Record<string, string>>) =>
      call(labelsAnswer, 'GET', `v1/labels?${new URLSearchParams({ ...query, sort_dir: 'asc' })}`),
    voidLabel: (label: string) => call(voidAnswer, 'PUT', `v1/labels/${id(label)}/void`),
    track: (label: string) => call(trackAnswer, 'GET', `v1/labels/${id(label)}/track`),
    schedulePickup: (pickup: Parameters) => call(pickupAnswer, 'POST', 'v1/pickups', pickup),
    listPickups: (query: Readonly<Record<string, string>>) =>
      call(pickupsAnswer, 'GET', `v1/pickups?${new URLSearchParams(query)}`),
    cancelPickup: (pickup: string) => call(pickupAnswer, 'DELETE', `v1/pickups/${id(pickup)}`),
    /** Returns the public keys for the signatures of events. */
    listKeys: () => call(keysAnswer, 'GET', 'jwks'),
    download: (link: string) => downloadedFile('ShipEngine', fetched('GET', link)),
  };
}
