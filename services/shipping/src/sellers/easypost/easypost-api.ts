import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { CarrierDocument, DocumentKind } from '../carrier-port';
import { downloadedFile } from '../downloaded-file';
import { carrierDocument } from '../file-kind';
import type { ReferenceBook } from '../reference-book';
import { SellerError } from '../seller-error';
import { waitForRoom } from '../wait-for-room';
import { easypostFailure } from './easypost-error';
import type {
  EasypostAddress,
  EasypostBatch,
  EasypostPickup,
  EasypostReport,
  EasypostReportPage,
  EasypostScanForm,
  EasypostShipment,
  EasypostShipmentPage,
  Parameters,
} from './easypost-shapes';
import { documentSource } from './from-easypost';

/**
 * The EasyPost calls that the adapter uses. Each answers or throws `SellerError` (definite refusal) or
 * `CarrierNoAnswer` (it may have happened). `find…` takes EasyPost's id or our reference; undefined when it is unknown.
 */
export interface EasypostApi {
  createShipment(shipment: Parameters): Promise<EasypostShipment>;
  findShipment(idOrReference: string): Promise<EasypostShipment | undefined>;
  /** Newest first. */
  listShipments(filter: Parameters): Promise<EasypostShipmentPage>;
  /** @param insured US dollars */
  buyShipment(id: string, rateId: string, insured: number | undefined): Promise<EasypostShipment>;
  /** @param insured US dollars */
  insureShipment(id: string, insured: number): Promise<EasypostShipment>;
  refundShipment(id: string): Promise<EasypostShipment>;
  createForm(id: string, type: string): Promise<EasypostShipment>;
  createBatch(shipmentIds: readonly string[], reference: string): Promise<EasypostBatch>;
  findBatch(id: string): Promise<EasypostBatch | undefined>;
  createPickup(pickup: Parameters): Promise<EasypostPickup>;
  findPickup(idOrReference: string): Promise<EasypostPickup | undefined>;
  buyPickup(id: string, carrier: string, service: string): Promise<EasypostPickup>;
  cancelPickup(id: string): Promise<EasypostPickup>;
  createScanForm(shipmentIds: readonly string[]): Promise<EasypostScanForm>;
  /** @param dates `start_date` and `end_date`, less than 31 days apart */
  createReport(type: string, dates: Parameters): Promise<EasypostReport>;
  /** Newest first. */
  listReports(type: string, filter: Parameters): Promise<EasypostReportPage>;
  findReport(id: string): Promise<EasypostReport | undefined>;
  verifyAddress(address: Parameters): Promise<EasypostAddress>;
  /** Downloads a file from an EasyPost link. */
  download(url: string): Promise<Buffer>;
}

interface Options {
  readonly apiKey: string;
  /** For example https://api.easypost.com/v2/ */
  readonly url: string;
  /** Milliseconds for one call, including the full answer. */
  readonly timeoutMs: number;
  /** Milliseconds before each retry of a call that EasyPost was too busy for. */
  readonly roomPausesMs: readonly number[];
}

/** The part of the client's HTTP request that is used here. */
interface HttpRequest {
  timeout(limits: { deadline: number }): HttpRequest;
}

/** The client is loaded only when EasyPost is configured, because it would slow down every start. */
export async function createEasypostApi({
  apiKey,
  url,
  timeoutMs,
  roomPausesMs,
}: Options): Promise<EasypostApi> {
  const { default: EasyPostClient } = await import('@easypost/api');
  const client = new EasyPostClient(apiKey, {
    baseUrl: url.endsWith('/') ? url : `${url}/`,
    // The client accepts a `timeout` but does not apply it.
    requestMiddleware: (request: HttpRequest) => request.timeout({ deadline: timeoutMs }),
  });
  /** Our types allow null for fields that EasyPost sets later; the client's types do not. */
  const answer = <Shape>(call: () => Promise<unknown>): Promise<Shape> =>
    waitForRoom(async () => {
      try {
        return (await call()) as Shape;
      } catch (thrown) {
        throw easypostFailure(thrown);
      }
    }, roomPausesMs);
  const known = async <Shape>(call: () => Promise<unknown>): Promise<Shape | undefined> => {
    try {
      return await answer<Shape>(call);
    } catch (error) {
      if (error instanceof SellerError && error.status === 404 && error.code === NOT_FOUND) return undefined;
      throw error;
    }
  };
  return {
    createShipment: (shipment) => answer(() => client.Shipment.create(shipment)),
    findShipment: (id) => known(() => client.Shipment.retrieve(encodeURIComponent(id))),
    listShipments: (filter) => answer(() => client.Shipment.all(filter)),
    buyShipment: (id, rateId, insured) => answer(() => client.Shipment.buy(id, rateId, insured)),
    insureShipment: (id, insured) => answer(() => client.Shipment.insure(id, insured)),
    refundShipment: (id) => answer(() => client.Shipment.refund(id)),
    createForm: (id, type) => answer(() => client.Shipment.generateForm(id, type)),
    createBatch: (ids, reference) =>
      answer(() => client.Batch.create({ shipments: ids.map((id) => ({ id })), reference })),
    findBatch: (id) => known(() => client.Batch.retrieve(id)),
    createPickup: (pickup) => answer(() => client.Pickup.create(pickup)),
    findPickup: (id) => known(() => client.Pickup.retrieve(encodeURIComponent(id))),
    buyPickup: (id, carrier, service) => answer(() => client.Pickup.buy(id, carrier, service)),
    cancelPickup: (id) => answer(() => client.Pickup.cancel(id)),
    createScanForm: (ids) => answer(() => client.ScanForm.create({ shipments: [...ids] })),
    createReport: (type, dates) => answer(() => client.Report.create({ ...dates, type } as never)),
    listReports: (type, filter) => answer(() => client.Report.all({ ...filter, type } as never)),
    findReport: (id) => known(() => client.Report.retrieve(id)),
    verifyAddress: (address) => answer(() => client.Address.create({ ...address, verify: true })),
    download: (link) => downloadedFile('EasyPost', fetch(link, { signal: AbortSignal.timeout(timeoutMs) })),
  };
}

const NOT_FOUND = 'NOT_FOUND';

/** What every EasyPost carrier needs. */
export interface EasypostDependencies {
  readonly api: EasypostApi;
  readonly book: ReferenceBook;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The deployment's own carrier accounts; empty: all accounts of the key. */
  readonly accounts: readonly string[];
}

/** A file of a bought shipment, from its link or its data; undefined when the shipment has none of this kind. */
export async function easypostDocument(
  api: Pick<EasypostApi, 'download'>,
  shipment: EasypostShipment,
  kind: DocumentKind,
): Promise<CarrierDocument | undefined> {
  const source = documentSource(shipment, kind);
  if (!source) return undefined;
  const content = 'url' in source ? await api.download(source.url) : Buffer.from(source.base64, 'base64');
  return carrierDocument('EasyPost', content, `${kind}-${shipment.tracking_code}`);
}
