import type { LabelPrinter } from '../../domain/labels/label-job';
import { renderCustomsForm } from './customs-form';
import { renderQr } from './draw-barcode';
import { renderLabel } from './label-page';
import { mergeLabels } from './merge-labels';
import { renderMissing } from './missing-page';
import { renderReceipt } from './receipt-page';

export interface Documents extends LabelPrinter {
  readonly merge: typeof mergeLabels;
  readonly missing: typeof renderMissing;
}

/** Draws PDFs with standard fonts and bar codes. Needs no file and no network. */
export const documentPrinter: Documents = {
  label: renderLabel,
  qr: renderQr,
  customsForm: renderCustomsForm,
  receipt: renderReceipt,
  merge: mergeLabels,
  missing: renderMissing,
};
