import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { ApiOptions } from '../api-options';
import type { CarrierDocument, DocumentKind } from '../carrier-port';
import { downloadedFile } from '../downloaded-file';
import { carrierDocument } from '../file-kind';
import type { ReferenceBook } from '../reference-book';
import { requireMember } from '../require-member';
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
 * The calls of EasyPost that we use. A call returns EasyPost's answer, or throws `SellerError` when EasyPost refused,
 * or `CarrierNoAnswer` when EasyPost may have done the work. `find…` takes EasyPost's id or our reference, and returns
 * undefined when EasyPost does not know it.
 */
export type EasypostApi = Awaited<ReturnType<typeof createEasypostApi>>;

/** The part of the library's request object that we use. */
interface HttpRequest {
  timeout(limits: { deadline: number }): HttpRequest;
}

/** Loads EasyPost's client only when EasyPost is configured, because loading takes time. */
export async function createEasypostApi({ apiKey, url, timeoutMs, roomPausesMs }: ApiOptions) {
  const { default: EasyPostClient } = await import('@easypost/api');
  const client = new EasyPostClient(apiKey, {
    baseUrl: url.endsWith('/') ? url : `${url}/`,
    // The client ignores its own `timeout`, so the time limit is set on the request.
    requestMiddleware: (request: HttpRequest) => request.timeout({ deadline: timeoutMs }),
  });
  /**
   * Makes the call and returns its answer with our types instead of the client's. Our types allow null for a field that
   * EasyPost sets later; the client's types do not.
   */
  const answer = <Shape>(call: () => Promise<unknown>, member = 'id'): Promise<Shape> =>
    waitForRoom(async () => {
      const content = await call().catch((thrown: unknown) => Promise.reject(easypostFailure(thrown)));
      return requireMember<Shape>('EasyPost', content, member);
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
    createShipment: (shipment: Parameters) =>
      answer<EasypostShipment>(() => client.Shipment.create(shipment)),
    findShipment: (idOrReference: string) =>
      known<EasypostShipment>(() => client.Shipment.retrieve(encodeURIComponent(idOrReference))),
    /** Newest first. */
    listShipments: (filter: Parameters) =>
      answer<EasypostShipmentPage>(() => client.Shipment.all(filter), 'shipments'),
    /** @param insured in US dollars */
    buyShipment: (id: string, rateId: string, insured: number | undefined) =>
      answer<EasypostShipment>(() => client.Shipment.buy(id, rateId, insured)),
    /** @param insured in US dollars */
    insureShipment: (id: string, insured: number) =>
      answer<EasypostShipment>(() => client.Shipment.insure(id, insured)),
    refundShipment: (id: string) => answer<EasypostShipment>(() => client.Shipment.refund(id)),
    createForm: (id: string, type: string) =>
      answer<EasypostShipment>(() => client.Shipment.generateForm(id, type)),
    createBatch: (ids: readonly string[], reference: string) =>
      answer<EasypostBatch>(() => client.Batch.create({ shipments: ids.map((id) => ({ id })), reference })),
    findBatch: (id: string) => known<EasypostBatch>(() => client.Batch.retrieve(id)),
    createPickup: (pickup: Parameters) => answer<EasypostPickup>(() => client.Pickup.create(pickup)),
    findPickup: (idOrReference: string) =>
      known<EasypostPickup>(() => client.Pickup.retrieve(encodeURIComponent(idOrReference))),
    buyPickup: (id: string, carrier: string, service: string) =>
      answer<EasypostPickup>(() => client.Pickup.buy(id, carrier, service)),
    cancelPickup: (id: string) => answer<EasypostPickup>(() => client.Pickup.cancel(id)),
    createScanForm: (ids: readonly string[]) =>
      answer<EasypostScanForm>(() => client.ScanForm.create({ shipments: [...ids] })),
    /** @param dates `start_date` and `end_date`, less than 31 days apart */
    createReport: (type: string, dates: Parameters) =>
      answer<EasypostReport>(() => client.Report.create({ ...dates, type } as never)),
    /** Newest first. */
    listReports: (type: string, filter: Parameters) =>
      answer<EasypostReportPage>(() => client.Report.all({ ...filter, type } as never), 'reports'),
    findReport: (id: string) => known<EasypostReport>(() => client.Report.retrieve(id)),
    verifyAddress: (address: Parameters) =>
      answer<EasypostAddress>(() => client.Address.create({ ...address, verify: true })),
    download: (link: string) =>
      downloadedFile('EasyPost', fetch(link, { signal: AbortSignal.timeout(timeoutMs) })),
  };
}

const NOT_FOUND = 'NOT_FOUND';

export interface EasypostDependencies {
  readonly api: EasypostApi;
  readonly book: ReferenceBook;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The operator's carrier accounts. If empty, all accounts of the key are used. */
  readonly accounts: readonly string[];
}

/** Returns a file of a shipment, from its link or from the shipment itself. Undefined when there is no such file. */
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
