import { CarrierNoAnswer } from './carrier-errors';
import type { CarrierDocument } from './carrier-port';

/**
 * Returns a file as a document. Its first bytes show whether it is a PDF or a PNG.
 * @param name without an extension, such as `label-9400…`
 * @throws CarrierNoAnswer for a file that is neither PDF nor PNG
 */
export function carrierDocument(seller: string, content: Buffer, name: string): CarrierDocument {
  if (content.subarray(0, 4).toString('latin1') === '%PDF') {
    return { content, contentType: 'application/pdf', fileName: `${name}.pdf` };
  }
  if (content.subarray(1, 4).toString('latin1') === 'PNG') {
    return { content, contentType: 'image/png', fileName: `${name}.png` };
  }
  throw new CarrierNoAnswer(seller, new Error(`The file ${name} is neither PDF nor PNG.`));
}
