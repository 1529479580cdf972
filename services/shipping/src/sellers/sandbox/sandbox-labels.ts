import { ZERO } from '@parcelyard/money/cents';
import { CarrierNoAnswer, CarrierRefused } from '../carrier-errors';
import type { BoughtLabel, BuyRequest, Carrier, CarrierDocument, DocumentKind } from '../carrier-port';
import { documentKinds, labelJob, printsByQr } from './label-job';
import { rateShipment } from './rate-shipment';
import type { SandboxDeclaration, SandboxDependencies, SandboxService } from './sandbox-declaration';
import type { Sale } from './sandbox-journal';
import type { SandboxTracking } from './sandbox-tracking';
import { DECLINED, specialValues, VOID_AFTER_SCAN, VOID_REJECTED } from './special-values';

type SandboxLabels = Pick<Carrier, 'buy' | 'findByReference' | 'close' | 'insure' | 'void' | 'document'>;

/** Sells one label for each reference and stores it. The documents are drawn from the stored sale. */
export function createSandboxLabels(
  declaration: SandboxDeclaration,
  { journal, printer, clock, voidSettleMs }: SandboxDependencies,
  tracking: SandboxTracking,
): SandboxLabels {
  const { code, name } = declaration;
  const find = (accountId: number, reference: string) =>
    journal.find({ accountId, carrier: code, reference });

  const mustFind = async (accountId: number, reference: string): Promise<Sale> => {
    const sale = await find(accountId, reference);
    if (!sale) throw new CarrierRefused(code, 'not_found', `${name} has no such label.`);
    return sale;
  };

  const voidLabel: Carrier['void'] = async ({ accountId, reference }) => {
    const sale = await mustFind(accountId, reference);
    const key = { accountId, carrier: code, reference };
    const now = clock.now();
    if (sale.status === 'voided') return { status: 'accepted' };
    const special = specialValues([sale.to.company, ...sale.orderReferences]);
    const rejects = special.includes('SBX_VOID_REJECTED');
    const rejected = () => new CarrierRefused(code, 'SBX-2001', VOID_REJECTED);
    if (sale.status === 'void_pending') {
      const since = sale.voidRequestedAt?.getTime() ?? 0;
      if (now.getTime() - since < voidSettleMs) return { status: 'pending' };
      await journal.settleVoid(key, rejects ? 'purchased' : 'voided');
      if (rejects) throw rejected();
      return { status: 'accepted' };
    }
    // If the order has both special values, the void is pending first and refused later.
    if (rejects && !special.includes('SBX_VOID_PENDING')) throw rejected();
    if (tracking.wasScanned(sale, now)) throw new CarrierRefused(code, 'SBX-2002', VOID_AFTER_SCAN);
    const status = special.includes('SBX_VOID_PENDING') ? 'void_pending' : 'voided';
    const begun = await journal.beginVoid(key, status, now);
    // Another void or a scan came first, so read the sale again.
    if (!begun) return voidLabel({ accountId, reference });
    return { status: begun.status === 'voided' ? 'accepted' : 'pending' };
  };

  /**
   * Called when a request is refused. If an earlier request with the same reference has bought a label, returns this
   * label. So a repeated request gets its label even if the rates have changed.
   * @throws the refusal when there is no such label
   */
  const soldBefore = async (
    { accountId, reference }: BuyRequest,
    refusal: CarrierRefused,
  ): Promise<BoughtLabel> => {
    const earlier = await find(accountId, reference);
    if (!earlier) throw refusal;
    return toLabel(declaration, earlier);
  };

  return {
    buy: async (request) => {
      const special = specialValues([request.to.company, ...request.orderReferences]);
      if (special.includes('SBX_TIMEOUT_BEFORE_BUY')) throw new CarrierNoAnswer(name);
      if (special.includes('SBX_DECLINE'))
        return soldBefore(request, new CarrierRefused(code, 'SBX-1001', DECLINED));
      const rate = rateShipment(declaration, request).rates.find(
        ({ serviceLevel }) => serviceLevel === request.serviceLevel,
      );
      if (!rate) {
        const words = `${name} does not offer this service for this parcel.`;
        return soldBefore(request, new CarrierRefused(code, 'service_unavailable', words));
      }
      const trackingNumber = declaration.trackingNumber({
        serial: await journal.nextSerial(code),
        accountId: request.accountId,
        service: serviceOf(declaration, request.serviceLevel),
      });
      const sale = await journal.record(toSale(code, request, trackingNumber, rate.zone, clock.now()));
      if (!sale)
        throw new CarrierRefused(code, 'given_up', `${name} was not called in time. Nothing was bought.`);
      const isNew = sale.trackingNumber === trackingNumber;
      if (isNew && special.includes('SBX_TIMEOUT_AFTER_BUY')) throw new CarrierNoAnswer(name);
      return toLabel(declaration, sale);
    },

    findByReference: async (accountId, reference) => {
      const sale = await find(accountId, reference);
      return sale && toLabel(declaration, sale);
    },

    close: async ({ accountId, reference }) => {
      const sale = await journal.close({ accountId, carrier: code, reference });
      return sale && toLabel(declaration, sale);
    },

    insure: async ({ accountId, reference }, value) =>
      ((await mustFind(accountId, reference)).insuredValue ?? 0) >= value,

    void: voidLabel,

    document: async ({ accountId, reference }, kind) => {
      const sale = await find(accountId, reference);
      if (!sale || !documentKinds(declaration, sale).includes(kind)) return undefined;
      const job = labelJob(declaration, serviceOf(declaration, sale.serviceLevel), sale);
      const pdf = (content: Buffer): CarrierDocument => ({
        content,
        contentType: 'application/pdf',
        fileName: `${kind}-${sale.trackingNumber}.pdf`,
      });
      if (kind === 'form') return pdf(await printer.customsForm(job));
      if (kind === 'receipt') return pdf(await printer.receipt(job));
      if (kind === 'raw' || !printsByQr(declaration, sale)) return pdf(await printer.label(job));
      return {
        content: await printer.qr(job),
        contentType: 'image/png',
        fileName: `${kind}-${sale.trackingNumber}.png`,
      };
    },
  };
}

function serviceOf(declaration: SandboxDeclaration, code: string): SandboxService {
  const service = declaration.services.find((each) => each.code === code);
  if (!service) throw new RangeError(`${declaration.code} has no service ${code}.`);
  return service;
}

const isAdjusted = ({ to, orderReferences }: BuyRequest): boolean =>
  specialValues([to.company, ...orderReferences]).includes('SBX_ADJUST');

function toSale(
  carrier: string,
  request: BuyRequest,
  trackingNumber: string,
  zone: number | undefined,
  boughtAt: Date,
): Sale {
  const { accountId, reference, serviceLevel, from, to, parcel, options, items, printSetting } = request;
  return {
    accountId,
    carrier,
    reference,
    serviceLevel,
    trackingNumber,
    charged: request.price,
    status: 'purchased',
    boughtAt,
    forced: [],
    from,
    to,
    parcel,
    options,
    zone,
    items,
    ...(request.itn ? { itn: request.itn } : {}),
    insuredValue: request.insuredValue,
    printSetting,
    orderReferences: request.orderReferences,
    ...(isAdjusted(request) ? { adjusted: true } : {}),
  };
}

function toLabel(declaration: SandboxDeclaration, sale: Sale): BoughtLabel {
  const documents: readonly DocumentKind[] = documentKinds(declaration, sale);
  return {
    accountId: sale.accountId,
    reference: sale.reference,
    carrier: sale.carrier,
    serviceLevel: sale.serviceLevel,
    method: serviceOf(declaration, sale.serviceLevel).name,
    trackingNumber: sale.trackingNumber,
    carrierTrackingUrl: declaration.trackingUrl(sale.trackingNumber),
    charged: sale.charged,
    destination: sale.to,
    insuredValue: sale.insuredValue ?? ZERO,
    status: sale.status,
    boughtAt: sale.boughtAt,
    documents,
  };
}
