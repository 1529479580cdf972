import { withOrigin } from '../../domain/customs/customs-item';
import { declaresGoods } from '../../domain/customs/customs-region';
import { exportCitation } from '../../domain/customs/export-citation';
import type { LabelJob } from '../../domain/labels/label-job';
import type { DocumentKind } from '../carrier-port';
import type { SandboxDeclaration, SandboxService } from './sandbox-declaration';
import type { Sale } from './sandbox-journal';

const SAMPLE_MARK = 'SAMPLE – DO NOT MAIL';

/** Returns what a sale's documents show. The same sale always has the same documents. */
export function labelJob(carrier: SandboxDeclaration, service: SandboxService, sale: Sale): LabelJob {
  const { length, width, height } = sale.parcel;
  const complete = length !== undefined && width !== undefined && height !== undefined;
  return {
    carrierName: carrier.name,
    method: service.name,
    emblem: service.emblem,
    from: sale.from,
    to: sale.to,
    weightOz: sale.parcel.weightOz,
    dimensions: complete ? { length, width, height } : undefined,
    boughtAt: sale.boughtAt,
    trackingNumber: sale.trackingNumber,
    carrierTrackingUrl: carrier.trackingUrl(sale.trackingNumber),
    barcode: carrier.barcode({
      trackingNumber: sale.trackingNumber,
      zip: service.international ? '' : sale.to.zip.slice(0, 5),
      serviceCode: service.trackingCode,
    }),
    signatureRequired: sale.options.signatureRequired,
    saturdayDelivery: sale.options.saturdayDelivery,
    orderReferences: sale.orderReferences,
    zone: sale.zone,
    international: service.international,
    items: sale.items.map((item) => withOrigin(item, sale.from.country)),
    exportCitation: exportCitation(sale.to, sale.items, sale.itn) ?? '',
    postage: sale.charged,
    insuredValue: sale.insuredValue,
    sampleMark: SAMPLE_MARK,
  };
}

export function documentKinds(carrier: SandboxDeclaration, sale: Sale): readonly DocumentKind[] {
  const byQr = printsByQr(carrier, sale);
  const kinds: DocumentKind[] = ['label'];
  if (carrier.rawLabels && !byQr) kinds.push('raw');
  if (declaresGoods(sale.from, sale.to)) kinds.push('form');
  return [...kinds, 'receipt'];
}

/**
 * Returns whether the label is a QR code. Goods that must be declared need a PDF, because a counter cannot print a
 * customs form from a QR code.
 */
export const printsByQr = (carrier: SandboxDeclaration, sale: Sale): boolean =>
  carrier.qrLabels && sale.printSetting === 'qr' && !declaresGoods(sale.from, sale.to);
