import type { LabelJob } from '../../domain/labels/label-job';
import { addressLines, dollars, drawLines, drawText, labelDate, weight } from './draw-text';
import { LETTER_SIZE, type Pdf, renderPdf } from './render-pdf';

const EDGE = 54;
const INNER = LETTER_SIZE[0] - 2 * EDGE;

export const renderReceipt = (job: LabelJob): Promise<Buffer> =>
  renderPdf(
    { title: `Receipt ${job.trackingNumber}`, size: LETTER_SIZE, margin: 0, at: job.boughtAt },
    (pdf) => {
      drawText(pdf, `${job.carrierName} shipping receipt`, {
        x: EDGE,
        y: EDGE,
        width: INNER,
        size: 20,
        bold: true,
      });
      const mark = job.sampleMark
        ? `${job.sampleMark} · sandbox postage, no money was paid to the carrier`
        : '';
      drawText(pdf, mark, { x: EDGE, y: EDGE + 26, width: INNER, size: 9 });
      drawAddresses(pdf, job);
      drawFacts(pdf, factsOf(job));
    },
  );

function drawAddresses(pdf: Pdf, job: LabelJob): void {
  const top = EDGE + 54;
  for (const [title, address, x] of [
    ['From', job.from, EDGE],
    ['To', job.to, EDGE + INNER / 2],
  ] as const) {
    const width = INNER / 2 - 12;
    drawText(pdf, title, { x, y: top, width, size: 9, bold: true });
    drawLines(pdf, addressLines(address), { x, y: top + 14, width, size: 10 });
  }
}

function factsOf(job: LabelJob): readonly (readonly [string, string])[] {
  const { dimensions, insuredValue } = job;
  return [
    ['Service', job.method],
    ['Tracking number', job.barcode.humanNumber],
    ['Label bought', labelDate(job.boughtAt)],
    ['Order', job.orderReferences.join(' / ')],
    ['Weight', weight(job.weightOz)],
    ['Dimensions', dimensions ? `${dimensions.length} x ${dimensions.width} x ${dimensions.height} in` : ''],
    ['Options', options(job)],
    ['Insured value', insuredValue === undefined ? '' : dollars(insuredValue)],
    ['Postage', `${dollars(job.postage)} USD`],
  ];
}

const options = (job: LabelJob): string =>
  [job.signatureRequired && 'signature on delivery', job.saturdayDelivery && 'Saturday delivery']
    .filter(Boolean)
    .join(', ');

function drawFacts(pdf: Pdf, facts: readonly (readonly [string, string])[]): void {
  let y = EDGE + 176;
  for (const [title, value] of facts.filter(([, text]) => text !== '')) {
    pdf
      .lineWidth(0.5)
      .moveTo(EDGE, y)
      .lineTo(EDGE + INNER, y)
      .stroke('#999');
    const bold = title === 'Postage';
    drawText(pdf, title, { x: EDGE, y: y + 6, width: 140, size: 10, bold });
    drawText(pdf, value, { x: EDGE + 150, y: y + 6, width: INNER - 150, size: 10, bold, align: 'right' });
    y += 23;
  }
}
