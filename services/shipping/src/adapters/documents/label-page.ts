import type { LabelJob } from '../../domain/labels/label-job';
import { drawLinearCode, drawMatrixCode } from './draw-barcode';
import { addressLines, drawLines, drawText, labelDate, weight } from './draw-text';
import { LABEL_SIZE, type Pdf, renderPdf } from './render-pdf';

const [WIDTH, HEIGHT] = LABEL_SIZE;
const EDGE = 9;
const INNER = WIDTH - 2 * EDGE;
/** Where the parts of the page begin, in points from the top. */
const BANNER = 75;
const SENDER = 101;
const RECIPIENT = 178;
const BARS = 286;
const FOOT = 398;
const MATRIX = 72;

/** Draws the 4x6 label, black on white for thermal printers. */
export const renderLabel = (job: LabelJob): Promise<Buffer> =>
  renderPdf(
    { title: `${job.method} ${job.trackingNumber}`, size: LABEL_SIZE, margin: 0, at: job.boughtAt },
    (pdf) => {
      if (job.sampleMark) drawWatermark(pdf, job.sampleMark);
      drawPostage(pdf, job);
      drawBanner(pdf, job);
      drawSender(pdf, job);
      drawRecipient(pdf, job);
      drawBars(pdf, job);
      drawFoot(pdf, job);
      pdf
        .lineWidth(1.5)
        .rect(EDGE, EDGE, INNER, HEIGHT - 2 * EDGE)
        .stroke('#000');
    },
  );

function drawPostage(pdf: Pdf, job: LabelJob): void {
  const box = BANNER - EDGE;
  rule(pdf, EDGE + 78, EDGE, EDGE + 78, BANNER, 1.5);
  const size = job.emblem.length > 2 ? 30 : job.emblem.length > 1 ? 44 : 62;
  // Centers the letter. Capital letters fill the part of a line's height between 20% and 90%.
  const top = EDGE + (box - size * 0.72) / 2 - size * 0.2 + size * 0.17;
  drawText(pdf, job.emblem, { x: EDGE + 3, y: top, width: 72, size, bold: true, align: 'center' });

  const x = WIDTH - EDGE - 124;
  pdf
    .lineWidth(0.75)
    .rect(x, EDGE + 7, 117, box - 14)
    .stroke('#000');
  const paid = job.international
    ? `${job.carrierName} INTERNATIONAL POSTAGE PAID`
    : `${job.carrierName} POSTAGE PAID`;
  const lines = [
    paid,
    'PARCELYARD SANDBOX',
    `MAILED ${labelDate(job.boughtAt)}`,
    `WT ${weight(job.weightOz)}`,
  ];
  if (job.zone !== undefined) lines[3] += `   ZONE ${job.zone}`;
  drawLines(pdf, lines, { x: x + 4, y: EDGE + 14, width: 109, size: 8, bold: true, align: 'center' });
}

function drawBanner(pdf: Pdf, job: LabelJob): void {
  pdf.rect(EDGE, BANNER, INNER, SENDER - BANNER).fill('#000');
  pdf.fillColor('#fff');
  drawText(pdf, job.method.toUpperCase(), {
    x: EDGE + 6,
    y: BANNER + 6,
    width: INNER - 12,
    size: 16,
    bold: true,
    align: 'center',
  });
  pdf.fillColor('#000');
}

function drawSender(pdf: Pdf, job: LabelJob): void {
  const lines = addressLines(job.from);
  const size = Math.min(8.5, 62 / (lines.length * 1.16));
  drawLines(pdf, lines, { x: EDGE + 6, y: SENDER + 7, width: 165, size });
  const { dimensions } = job;
  const facts = [
    `SHIP DATE ${labelDate(job.boughtAt)}`,
    `WEIGHT ${weight(job.weightOz)}`,
    dimensions ? `${dimensions.length} x ${dimensions.width} x ${dimensions.height} in` : '',
    job.signatureRequired ? 'SIGNATURE REQUIRED' : '',
    job.saturdayDelivery ? 'SATURDAY DELIVERY' : '',
  ];
  drawLines(pdf, facts, {
    x: 184,
    y: SENDER + 7,
    width: WIDTH - EDGE - 190,
    size: 8,
    bold: true,
    align: 'right',
  });
}

function drawRecipient(pdf: Pdf, job: LabelJob): void {
  rule(pdf, EDGE, RECIPIENT, WIDTH - EDGE, RECIPIENT, 0.75);
  const matrix = job.barcode.matrix;
  const wide = matrix.symbology === 'pdf417';
  const top = RECIPIENT + 18;
  const room = BARS - top - 6;
  const box = { x: EDGE + 8, y: top, width: MATRIX, height: wide ? room : Math.min(room, MATRIX) };
  drawMatrixCode(pdf, matrix, box);
  drawText(pdf, 'SHIP TO:', { x: EDGE + 6, y: RECIPIENT + 5, width: 80, size: 8 });
  const lines = addressLines(job.to);
  const size = Math.min(13, room / (lines.length * 1.16));
  const x = EDGE + MATRIX + 18;
  drawLines(pdf, lines, { x, y: top, width: WIDTH - EDGE - 6 - x, size, smallest: 7, bold: true });
}

function drawBars(pdf: Pdf, job: LabelJob): void {
  rule(pdf, EDGE, BARS, WIDTH - EDGE, BARS, 3);
  const { linear, caption, humanNumber } = job.barcode;
  drawText(pdf, `${job.carrierName === 'USPS' ? '' : `${job.carrierName} `}${caption}`, {
    x: EDGE + 6,
    y: BARS + 7,
    width: INNER - 12,
    size: 9,
    bold: true,
    align: 'center',
  });
  // The code needs white space of ten bar widths on each side.
  drawLinearCode(pdf, linear, { x: EDGE + 18, y: BARS + 20, width: INNER - 36, height: 68 });
  drawText(pdf, humanNumber, {
    x: EDGE + 6,
    y: BARS + 94,
    width: INNER - 12,
    size: 11,
    bold: true,
    align: 'center',
  });
  rule(pdf, EDGE, FOOT - 1, WIDTH - EDGE, FOOT - 1, 3);
}

function drawFoot(pdf: Pdf, job: LabelJob): void {
  const references = job.orderReferences.length > 0 ? `REF ${job.orderReferences.join(' / ')}` : '';
  drawText(pdf, references, { x: EDGE + 6, y: FOOT + 8, width: 130, size: 7.5 });
  if (!job.sampleMark) return;
  const box = { x: WIDTH - EDGE - 134, width: 128 };
  pdf.rect(box.x, FOOT + 4, box.width, 17).fill('#000');
  pdf.fillColor('#fff');
  drawText(pdf, job.sampleMark, { ...box, y: FOOT + 8.5, size: 9.5, bold: true, align: 'center' });
  pdf.fillColor('#000');
}

function drawWatermark(pdf: Pdf, mark: string): void {
  pdf.save();
  pdf.rotate(-34, { origin: [190, 214] }).fillColor('#ddd');
  drawText(pdf, mark, { x: 90, y: 204, width: 200, size: 18, bold: true, align: 'center' });
  pdf.restore();
  pdf.fillColor('#000');
}

function rule(pdf: Pdf, x0: number, y0: number, x1: number, y1: number, width: number): void {
  pdf.lineWidth(width).moveTo(x0, y0).lineTo(x1, y1).stroke('#000');
}
