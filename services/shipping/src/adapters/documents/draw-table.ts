import { drawText } from './draw-text';
import type { Pdf } from './render-pdf';

export interface Column<Row> {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly cell: (row: Row) => string;
}

const ROW_HEIGHT = 17;

interface Table<Row> {
  readonly x: number;
  readonly y: number;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Draws a table with lines around its cells. Each cell is one line of text. Returns the y below the table. */
export function drawTable<Row>(pdf: Pdf, { x, y, columns, rows }: Table<Row>): number {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  pdf.rect(x, y, width, ROW_HEIGHT).fill('#e8e8e8').fillColor('#000');
  const drawRow = (cells: readonly string[], top: number, bold: boolean) => {
    let left = x;
    columns.forEach((column, at) => {
      drawText(pdf, cells[at] ?? '', {
        x: left + 5,
        y: top + 4.5,
        width: column.width - 10,
        size: 9,
        bold,
        align: column.align ?? 'left',
      });
      left += column.width;
    });
    pdf.lineWidth(0.5).rect(x, top, width, ROW_HEIGHT).stroke('#777');
  };
  drawRow(
    columns.map(({ title }) => title),
    y,
    true,
  );
  rows.forEach((row, at) => {
    drawRow(
      columns.map(({ cell }) => cell(row)),
      y + (at + 1) * ROW_HEIGHT,
      false,
    );
  });
  return y + (rows.length + 1) * ROW_HEIGHT;
}
