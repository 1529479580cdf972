import type { LabelPrinter } from '../../domain/labels/label-job';
import { renderCustomsForm } from './customs-form';
import { renderQr } from './draw-barcode';
import { renderLabel } from './label-page';
import { renderReceipt } from './receipt-page';

/** Draws PDFs with the standard fonts and bar codes as vectors; nothing is read from disk or network per label. */
export const documentPrinter: LabelPrinter = {
  label: renderLabel,
  qr: renderQr,
  customsForm: renderCustomsForm,
  receipt: renderReceipt,
};
