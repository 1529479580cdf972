import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../address/postal-address';
import type { CustomsItem } from '../customs/customs-item';

/** Everything that the documents of a parcel show. The same job always gives the same documents. */
export interface LabelJob {
  readonly carrierName: string;
  readonly method: string;
  /** Large letters, by which people sort parcels. */
  readonly emblem: string;
  readonly from: PostalAddress;
  readonly to: PostalAddress;
  readonly weightOz: number;
  /** In inches, as the sender gave them. */
  readonly dimensions:
    | { readonly length: number; readonly width: number; readonly height: number }
    | undefined;
  readonly boughtAt: Date;
  readonly trackingNumber: string;
  readonly carrierTrackingUrl: string;
  readonly barcode: LabelBarcode;
  readonly signatureRequired: boolean;
  readonly saturdayDelivery: boolean;
  readonly orderReferences: readonly string[];
  readonly zone: number | undefined;
  readonly international: boolean;
  /** The goods of the customs declaration. Printed only when they must be declared. */
  readonly items: readonly CustomsItem[];
  /** The text about the export filing: its number, or the rule that makes it unnecessary. */
  readonly exportCitation: string;
  readonly postage: Cents;
  readonly insuredValue: Cents | undefined;
  /** The text across a sample label, which must not be mailed. Undefined for a real label. */
  readonly sampleMark: string | undefined;
}

export interface LabelBarcode {
  /** The bar code over the full width of the label. */
  readonly linear: { readonly symbology: 'gs1-128' | 'code128'; readonly text: string };
  readonly matrix: {
    readonly symbology: 'datamatrix' | 'maxicode' | 'pdf417';
    readonly text: string;
  };
  /** The text above the bars. `humanNumber` is the number below them. */
  readonly caption: string;
  readonly humanNumber: string;
}

export interface LabelPrinter {
  /** PDF, 4 x 6 inches. */
  label(job: LabelJob): Promise<Buffer>;
  /** PNG with a QR code, from which the carrier's counter prints the label. */
  qr(job: LabelJob): Promise<Buffer>;
  /** PDF, letter size: customs declaration and commercial invoice. */
  customsForm(job: LabelJob): Promise<Buffer>;
  receipt(job: LabelJob): Promise<Buffer>;
}

/**
 * Splits a number into groups, such as `9305 5…`. When the sizes are used up, they begin again. The last group may be
 * shorter.
 */
export function groupDigits(text: string, sizes: readonly number[]): string {
  const groups: string[] = [];
  for (let from = 0, turn = 0; from < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? text.length;
    groups.push(text.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}
