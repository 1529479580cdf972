import type { DeclaredItem, LabelJob } from '../../domain/labels/label-job';
import { addressLines, countryName } from './address-lines';
import { dollars, labelDate, weight } from './amounts';
import { drawBarcode } from './draw-barcode';
import { type Column, drawTable } from './draw-table';
import { drawLines, drawText } from './draw-text';
import { LETTER_SIZE, type Pdf, renderPdf } from './render-pdf';

const EDGE = 42;
const INNER = LETTER_SIZE[0] - 2 * EDGE;
/** More lines than this are declared as one. */
const MOST_LINES = 18;

/** Customs declaration CN 23 and commercial invoice in one page; the sender signs it. */
export const renderCustomsForm = (job: LabelJob): Promise<Buffer> =>
  renderPdf(
    { title: `Customs declaration ${job.trackingNumber}`, size: LETTER_SIZE, margin: 0, at: job.boughtAt },
    (pdf) => {
      drawHead(pdf, job);
      drawParties(pdf, job);
      const below = drawItems(pdf, job);
      drawDeclaration(pdf, job, Math.max(below + 20, 560));
    },
  );

function drawHead(pdf: Pdf, job: LabelJob): void {
  drawText(pdf, 'CUSTOMS DECLARATION CN 23', { x: EDGE, y: EDGE, width: 300, size: 18, bold: true });
  drawText(pdf, 'and commercial invoice', { x: EDGE, y: EDGE + 22, width: 300, size: 11 });
  const mark = job.sampleMark ? `${job.sampleMark} · ` : '';
  drawText(pdf, `${mark}${job.method}`, { x: EDGE, y: EDGE + 40, width: 300, size: 10, bold: true });
  const { linear, humanNumber } = job.barcode;
  const box = { x: EDGE + INNER - 200, y: EDGE, width: 200, height: 34 };
  drawBarcode(pdf, { bcid: linear.symbology, text: linear.text, includetext: false }, box, 'fill');
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

const COLUMNS: readonly Column<DeclaredItem>[] = [
  { title: 'Detailed description of contents', width: 268, cell: ({ description }) => description },
  { title: 'Quantity', width: 60, align: 'right', cell: ({ quantity }) => String(quantity) },
  { title: 'Unit value', width: 80, align: 'right', cell: ({ unitValue }) => dollars(unitValue) },
  {
    title: 'Value (USD)',
    width: 120,
    align: 'right',
    cell: ({ quantity, unitValue }) => dollars(quantity * unitValue),
  },
];

function drawItems(pdf: Pdf, job: LabelJob): number {
  const rows = declaredLines(job.items);
  const below = drawTable(pdf, { x: EDGE, y: EDGE + 234, columns: COLUMNS, rows });
  const total = dollars(declaredValue(job.items));
  drawText(pdf, `Total declared value: ${total} USD`, {
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
  return below + 36;
}

/** The rest of a long list becomes one line that carries its whole value. */
function declaredLines(items: readonly DeclaredItem[]): readonly DeclaredItem[] {
  if (items.length <= MOST_LINES) return items;
  const shown = items.slice(0, MOST_LINES - 1);
  const rest = items.slice(MOST_LINES - 1);
  const unitValue = declaredValue(rest) as DeclaredItem['unitValue'];
  return [...shown, { description: `${rest.length} further items of merchandise`, quantity: 1, unitValue }];
}

const declaredValue = (items: readonly DeclaredItem[]): number =>
  items.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue, 0);

function drawDeclaration(pdf: Pdf, job: LabelJob, top: number): void {
  const text =
    'I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous article prohibited by legislation or by postal or customs regulations. Country of origin: United States. NOEEI 30.37(a) where the value of each class of goods is 2,500 USD or less.';
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
