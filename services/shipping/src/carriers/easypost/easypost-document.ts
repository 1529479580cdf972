import { CarrierNoAnswer } from '../carrier-no-answer';
import type { CarrierDocument, DocumentKind } from '../carrier-port';
import type { EasypostApi } from './easypost-api';
import type { EasypostShipment } from './easypost-shapes';
import { documentSource } from './from-easypost';

/** A file of a bought shipment, from its link or out of the shipment itself; undefined when it has none of that kind. */
export async function easypostDocument(
  api: Pick<EasypostApi, 'download'>,
  shipment: EasypostShipment,
  kind: DocumentKind,
): Promise<CarrierDocument | undefined> {
  const source = documentSource(shipment, kind);
  if (!source) return undefined;
  const content = 'url' in source ? await api.download(source.url) : Buffer.from(source.base64, 'base64');
  const fileName = `${kind}-${shipment.tracking_code}`;
  if (content.subarray(0, 4).toString('latin1') === '%PDF') {
    return { content, contentType: 'application/pdf', fileName: `${fileName}.pdf` };
  }
  if (content.subarray(1, 4).toString('latin1') === 'PNG') {
    return { content, contentType: 'image/png', fileName: `${fileName}.png` };
  }
  throw new CarrierNoAnswer('EasyPost', new Error(`The ${kind} file is neither PDF nor PNG.`));
}
