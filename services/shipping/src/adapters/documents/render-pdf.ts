import type PDFDocument from 'pdfkit';

export type Pdf = InstanceType<typeof PDFDocument>;

interface Page {
  readonly title: string;
  /** Points, 72 to the inch. */
  readonly size: readonly [width: number, height: number];
  readonly margin: number;
  /** The file's date. It is given by the caller, so that the same page always has the same bytes. */
  readonly at: Date;
}

/**
 * Returns a PDF file with what `draw` draws. The PDF library is loaded at the first call, so that the program starts
 * faster.
 */
export async function renderPdf(
  { title, size, margin, at }: Page,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: [...size],
    margin,
    font: 'Helvetica',
    info: { Title: title, Creator: 'Parcelyard', CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    draw(pdf);
    pdf.end();
  });
}

export const LABEL_SIZE = [288, 432] as const;
export const LETTER_SIZE = [612, 792] as const;
