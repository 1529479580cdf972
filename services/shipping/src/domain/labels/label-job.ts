import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../address/postal-address';
import type { CustomsItem } from '../customs/customs-item';

/** Everything that the documents of one parcel show. The same job always gives the same documents. */
export interface LabelJob {
  readonly carrierName: string;
  /** Display name of the service. */
  readonly method: string;
  /** Large letters for sorting. */
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
  /** The items of the customs declaration. Printed only when goods are declared. */
  readonly items: readonly CustomsItem[];
  /** The text about the export filing: the filing's number, or why no filing is needed. */
  readonly exportCitation: string;
  readonly postage: Cents;
  readonly insuredValue: Cents | undefined;
  /** Text across a sample label that must not be mailed. Undefined for a label with real postage. */
  readonly sampleMark: string | undefined;
}

export interface LabelBarcode {
  /** The bar code over the full width of the label. */
  readonly linear: { readonly symbology: 'gs1-128' | 'code128'; readonly text: string };
  readonly matrix: {
    readonly symbology: 'datamatrix' | 'maxicode' | 'pdf417';
    readonly text: string;
  };
  /** The text above the bars; `humanNumber` is the readable number below them. */
  readonly caption: string;
  readonly humanNumber: string;
}

/** Draws the documents of a parcel. */
export interface LabelPrinter {
  /** PDF, 4 x 6 inches. */
  label(job: LabelJob): Promise<Buffer>;
  /** PNG: the QR code from which a counter of the carrier prints the label. */
  qr(job: LabelJob): Promise<Buffer>;
  /** PDF, letter size: customs declaration and commercial invoice. */
  customsForm(job: LabelJob): Promise<Buffer>;
  /** PDF, letter size. */
  receipt(job: LabelJob): Promise<Buffer>;
}

/** Splits a number into readable groups, such as `9305 5…`. The sizes repeat. The last group may be shorter. */
export function groupDigits(text: string, sizes: readonly number[]): string {
  const groups: string[] = [];
  for (let from = 0, turn = 0; from < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? text.length;
    groups.push(text.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}
