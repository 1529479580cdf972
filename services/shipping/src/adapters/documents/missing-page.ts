import { drawLines, drawText } from './draw-text';
import { LABEL_SIZE, renderPdf } from './render-pdf';

/** A label or customs form of a batch whose file no longer exists. */
export interface MissingDocument {
  readonly orderNumber: string;
  readonly kind: 'label' | 'form';
  /** The time of the batch. */
  readonly at: Date;
}

const EDGE = 24;
const INNER = LABEL_SIZE[0] - 2 * EDGE;
const NAMES = { label: 'label', form: 'customs form' };

/** Draws a page in place of a missing document, so that nobody overlooks the order among the printed labels. */
export const renderMissing = ({ orderNumber, kind, at }: MissingDocument): Promise<Buffer> =>
  renderPdf({ title: `Order ${orderNumber}`, size: LABEL_SIZE, margin: 0, at }, (pdf) => {
    const box = { x: EDGE, width: INNER };
    drawText(pdf, `Order ${orderNumber}`, { ...box, y: EDGE, size: 20, bold: true });
    const lines = [`The ${NAMES[kind]} is missing:`, 'its file is no longer available.'];
    drawLines(pdf, lines, { ...box, y: EDGE + 36, size: 14 });
  });
