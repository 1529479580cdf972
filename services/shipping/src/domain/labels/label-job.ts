import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../address/postal-address';
import type { CustomsItem } from '../customs/customs-item';

/** Everything that stands on the papers of one parcel; the same job always prints the same papers. */
export interface LabelJob {
  readonly carrierName: string;
  /** Service as shown to people. */
  readonly method: string;
  /** Large letters that sorters look for. */
  readonly emblem: string;
  readonly from: PostalAddress;
  readonly to: PostalAddress;
  readonly weightOz: number;
  /** Inches, as the sender gave them. */
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
  /** As they are declared; nothing of them is printed where nothing is. */
  readonly items: readonly CustomsItem[];
  /** About the export filing: its number, or why there is none. */
  readonly exportCitation: string;
  readonly postage: Cents;
  readonly insuredValue: Cents | undefined;
  /** The text across labels that must not be mailed; undefined for real postage. */
  readonly sampleMark: string | undefined;
}

export interface LabelBarcode {
  /** Over the label's whole width. */
  readonly linear: { readonly symbology: 'gs1-128' | 'code128'; readonly text: string };
  readonly matrix: {
    readonly symbology: 'datamatrix' | 'maxicode' | 'pdf417';
    readonly text: string;
  };
  /** What stands above the bars, and the number below them as people read it. */
  readonly caption: string;
  readonly humanNumber: string;
}

/** Draws the papers of a parcel. */
export interface LabelPrinter {
  /** PDF, 4 x 6 inches. */
  label(job: LabelJob): Promise<Buffer>;
  /** PNG: the QR code from which a counter prints the label. */
  qr(job: LabelJob): Promise<Buffer>;
  /** PDF, letter size: customs declaration and commercial invoice. */
  customsForm(job: LabelJob): Promise<Buffer>;
  /** PDF, letter size. */
  receipt(job: LabelJob): Promise<Buffer>;
}

/** Splits a number into groups as people read it aloud: `9305 5…`. The sizes repeat; a rest stands alone. */
export function groupDigits(text: string, sizes: readonly number[]): string {
  const groups: string[] = [];
  for (let from = 0, turn = 0; from < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? text.length;
    groups.push(text.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}
