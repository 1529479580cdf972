import { type CustomsItem, declaredValue, lineWeightOz } from '../../domain/customs/customs-item';
import type { LabelJob } from '../../domain/labels/label-job';
import { drawLinearCode } from './draw-barcode';
import { type Column, drawTable } from './draw-table';
import { addressLines, countryName, dollars, drawLines, drawText, labelDate, weight } from './draw-text';
import { LETTER_SIZE, type Pdf, renderPdf } from './render-pdf';

const EDGE = 42;
const INNER = LETTER_SIZE[0] - 2 * EDGE;
/** How many lines of the table fit on the first page, and how many on each later page. */
const FIRST_LINES = 14;
const MORE_LINES = 34;

/**
 * Draws the customs declaration CN 23, which is also the commercial invoice. Goods that do not fit on the first page
 * are on further pages.
 */
export const renderCustomsForm = (job: LabelJob): Promise<Buffer> =>
  renderPdf(
    { title: `Customs declaration ${job.trackingNumber}`, size: LETTER_SIZE, margin: 0, at: job.boughtAt },
    (pdf) => {
      drawHead(pdf, job);
      drawParties(pdf, job);
      drawItems(pdf, job);
    },
  );

function drawHead(pdf: Pdf, job: LabelJob): void {
  drawText(pdf, 'CUSTOMS DECLARATION CN 23', { x: EDGE, y: EDGE, width: 300, size: 18, bold: true });
  drawText(pdf, 'and commercial invoice', { x: EDGE, y: EDGE + 22, width: 300, size: 11 });
  const mark = job.sampleMark ? `${job.sampleMark} · ` : '';
  drawText(pdf, `${mark}${job.method}`, { x: EDGE, y: EDGE + 40, width: 300, size: 10, bold: true });
  const { linear, humanNumber } = job.barcode;
  const box = { x: EDGE + INNER - 200, y: EDGE, width: 200, height: 34 };
  drawLinearCode(pdf, linear, box);
  drawText(pdf, humanNumber, { ...box, y: EDGE + 40, size: 10, bold: true, align: 'center' });
}

function drawParties(pdf: Pdf, job: LabelJob): void {
  const half = INNER / 2;
  const top = EDGE + 64;
  const parties = [
    ['FROM (SENDER, EXPORTER)', job.from],
    ['TO (ADDRESSEE, IMPORTER)', job.to],
  ] as const;
  parties.forEach(([title, address], at) => {
    const x = EDGE + at * half;
    pdf.lineWidth(0.75).rect(x, top, half, 122).stroke('#000');
    drawText(pdf, title, { x: x + 6, y: top + 6, width: half - 12, size: 7.5, bold: true });
    const contact = [address.phone && `Tel. ${address.phone}`, address.email].filter(Boolean);
    const country = countryName(address.country).toUpperCase();
    const lines = addressLines(address);
    const all = [...lines, ...(lines.at(-1) === country ? [] : [country]), ...contact];
    drawLines(pdf, all, { x: x + 6, y: top + 18, width: half - 12, size: 10 });
  });
  const facts = [
    ['Category', 'Merchandise (sale of goods)'],
    ['Date of posting', labelDate(job.boughtAt)],
    ['Gross weight', weight(job.weightOz)],
    ['Order', job.orderReferences.join(' / ') || '-'],
  ] as const;
  facts.forEach(([title, value], at) => {
    const x = EDGE + at * (INNER / 4);
    pdf.rect(x, top + 122, INNER / 4, 32).stroke('#000');
    drawText(pdf, title, { x: x + 6, y: top + 127, width: INNER / 4 - 12, size: 7.5, bold: true });
    drawText(pdf, value, { x: x + 6, y: top + 139, width: INNER / 4 - 12, size: 9.5 });
  });
}

interface Row {
  readonly item: CustomsItem;
  readonly weightOz: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Detailed description of contents', width: 172, cell: ({ item }) => item.description },
  { title: 'Quantity', width: 50, align: 'right', cell: ({ item }) => String(item.quantity) },
  { title: 'Net weight', width: 58, align: 'right', cell: ({ weightOz }) => `${weightOz} oz` },
  { title: 'HS code', width: 70, cell: ({ item }) => item.hsCode ?? '-' },
  { title: 'Origin', width: 42, cell: ({ item }) => item.originCountry ?? '-' },
  { title: 'Unit value', width: 62, align: 'right', cell: ({ item }) => dollars(item.unitValue) },
  {
    title: 'Value (USD)',
    width: 74,
    align: 'right',
    cell: ({ item }) => dollars(item.quantity * item.unitValue),
  },
];

function drawItems(pdf: Pdf, job: LabelJob): void {
  const rows = job.items.map((item) => ({
    item,
    weightOz: lineWeightOz(item, job.items, job.weightOz),
  }));
  const draw = (shown: readonly Row[], y: number) =>
    drawTable(pdf, { x: EDGE, y, columns: COLUMNS, rows: shown });
  let below = draw(rows.slice(0, FIRST_LINES), EDGE + 234);
  const whole = rows.length <= FIRST_LINES;
  if (whole) drawTotal(pdf, job, below);
  else drawNote(pdf, `Continued: ${rows.length} lines in all.`, below + 8);
  drawDeclaration(pdf, job, 560);
  for (let from = FIRST_LINES; from < rows.length; from += MORE_LINES) {
    pdf.addPage();
    drawHead(pdf, job);
    drawNote(pdf, `Continuation sheet, from line ${from + 1}`, EDGE + 62);
    below = draw(rows.slice(from, from + MORE_LINES), EDGE + 80);
  }
  if (!whole) drawTotal(pdf, job, below);
}

const drawNote = (pdf: Pdf, text: string, y: number) =>
  drawText(pdf, text, { x: EDGE, y, width: INNER, size: 9, bold: true });

function drawTotal(pdf: Pdf, job: LabelJob, below: number): void {
  drawText(pdf, `Total declared value: ${dollars(declaredValue(job.items))} USD`, {
    x: EDGE,
    y: below + 8,
    width: INNER - 5,
    size: 11,
    bold: true,
    align: 'right',
  });
  drawText(pdf, `Postage paid: ${dollars(job.postage)} USD`, {
    x: EDGE,
    y: below + 24,
    width: INNER - 5,
    size: 9,
    align: 'right',
  });
}

function drawDeclaration(pdf: Pdf, job: LabelJob, top: number): void {
  const filing = job.exportCitation === '' ? '' : ` Export filing: ${job.exportCitation}.`;
  const text = `I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous article prohibited by legislation or by postal or customs regulations.${filing} If undeliverable: return to sender.`;
  pdf.font('Helvetica').fontSize(9).text(text, EDGE, top, { width: INNER });
  const line = top + 84;
  pdf
    .lineWidth(0.75)
    .moveTo(EDGE, line)
    .lineTo(EDGE + 300, line)
    .moveTo(EDGE + 340, line)
    .lineTo(EDGE + INNER, line)
    .stroke('#000');
  drawText(pdf, 'Signature of sender', { x: EDGE, y: line + 4, width: 300, size: 8 });
  drawText(pdf, 'Date', { x: EDGE + 340, y: line + 4, width: 100, size: 8 });
  drawText(pdf, `${job.carrierName} tracking ${job.trackingNumber}`, {
    x: EDGE,
    y: 730,
    width: INNER,
    size: 8,
    align: 'center',
  });
}
