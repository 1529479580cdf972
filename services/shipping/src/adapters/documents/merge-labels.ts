import type { PDFDocument } from '@cantoo/pdf-lib';
import type { StoredFile } from '../mongo/label-file-store';
import { LABEL_SIZE } from './render-pdf';

/**
 * Returns one PDF with all pages of all labels, in order. An image (a QR label) gets a page of label size. The same
 * labels always give the same bytes.
 */
export async function mergeLabels(labels: readonly StoredFile[], madeAt: Date): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const merged = await PDFDocument.create({ updateMetadata: false });
  merged.setCreationDate(madeAt);
  merged.setModificationDate(madeAt);
  merged.setCreator('Parcelyard');
  merged.setTitle('Labels');
  for (const label of labels) {
    await (label.contentType === 'application/pdf' ? addPages(merged, label) : addImage(merged, label));
  }
  return Buffer.from(await merged.save());
}

async function addPages(merged: PDFDocument, { content }: StoredFile): Promise<void> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const source = await PDFDocument.load(content, { updateMetadata: false });
  for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
}

async function addImage(merged: PDFDocument, { content }: StoredFile): Promise<void> {
  const image = await merged.embedPng(content);
  const [width, height] = LABEL_SIZE;
  const fitted = image.scaleToFit(width, height);
  merged.addPage([width, height]).drawImage(image, {
    x: (width - fitted.width) / 2,
    y: (height - fitted.height) / 2,
    width: fitted.width,
    height: fitted.height,
  });
}
