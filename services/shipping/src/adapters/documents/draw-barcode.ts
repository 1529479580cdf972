import bwipjs, { type DrawingContext, type RawOptions } from 'bwip-js/node';
import type { LabelJob } from '../../domain/labels/label-job';
import type { Pdf } from './render-pdf';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The widest bar, in points. Without this limit, the bars of a short number would fill the box, and the white space on
 * the sides would be too small for the scanner.
 */
const WIDEST_MODULE = 1.7;

/** White space on each side, in points. */
const QUIET = 6;

/** Draws bars as high as the box. They fill the width of the box, unless a bar would be wider than WIDEST_MODULE. */
export function drawLinearCode(pdf: Pdf, { symbology: bcid, text }: LabelJob['barcode']['linear'], box: Box) {
  const [symbol] = bwipjs.raw({ bcid, text });
  if (!symbol || !('sbs' in symbol)) throw new Error(`${bcid} is not a linear code`);
  // The widths of bars and spaces in turn: bar, space, bar …
  const widths = symbol.sbs;
  const modules = widths.reduce((sum, width) => sum + width, 0);
  const module = Math.min(box.width / modules, WIDEST_MODULE);
  drawOnWhite(pdf, box, () => {
    pdf.translate(box.x + (box.width - module * modules) / 2, box.y).scale(module, 1);
    let x = 0;
    widths.forEach((width, at) => {
      if (at % 2 === 0) pdf.rect(x, 0, width, box.height);
      x += width;
    });
    pdf.fill('#000');
  });
}

/** Draws a symbol centered in its box, in its original proportions. */
export function drawMatrixCode(pdf: Pdf, { symbology, text }: LabelJob['barcode']['matrix'], box: Box) {
  drawOnWhite(pdf, box, () => {
    if (symbology === 'maxicode') return drawMaxicode(pdf, text, box);
    const shape = symbology === 'pdf417' ? { columns: 2, rowmult: 3 } : {};
    const [symbol] = bwipjs.raw({ bcid: symbology, text, ...shape } as RawOptions);
    if (!symbol || !('pixs' in symbol)) throw new Error(`${symbology} is not a matrix code`);
    const { pixs, pixx, pixy } = symbol;
    fitInto(pdf, box, pixx, pixy);
    // All rectangles are drawn as one path. If each rectangle were filled alone, thin lines would show between them.
    for (const { x, y, width, height } of darkRectangles(pixs, pixx)) pdf.rect(x, y, width, height);
    pdf.fill('#000');
  });
}

/** Draws on a white box. The code consists of vectors, so each printer uses its full resolution. */
function drawOnWhite(pdf: Pdf, box: Box, draw: () => void): void {
  pdf.save();
  pdf.rect(box.x - QUIET, box.y, box.width + 2 * QUIET, box.height).fill('#fff');
  draw();
  pdf.restore();
}

function fitInto(pdf: Pdf, box: Box, width: number, height: number): void {
  const scale = Math.min(box.width / width, box.height / height);
  pdf
    .translate(box.x + (box.width - scale * width) / 2, box.y + (box.height - scale * height) / 2)
    .scale(scale);
}

/** Returns the dark rectangles of a matrix code. Equal rows below each other are drawn as one higher row. */
function* darkRectangles(pixels: readonly number[], width: number): Generator<Box> {
  const rows = pixels.length / width;
  for (let y = 0, height = 1; y < rows; y += height, height = 1) {
    const row = pixels.slice(y * width, (y + 1) * width);
    const repeated = () => row.every((dark, x) => pixels[(y + height) * width + x] === dark);
    while (repeated()) height += 1;
    for (let x = 0; x < width; x += 1) {
      const from = x;
      while (row[x] === 1) x += 1;
      if (x > from) yield { x: from, y, width: x - from, height };
    }
  }
}

/**
 * The library rounds positions to whole units. Each module, the smallest part of the code, is this many units wide. So
 * rounding does not move the edges of a module.
 */
const SCALE = 4;

/** Draws a MaxiCode, the code with hexagons and rings. The library computes their positions. */
function drawMaxicode(pdf: Pdf, text: string, box: Box): void {
  const drawing: DrawingContext<void> = {
    scale: (sx, sy) => [sx, sy],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    text: () => undefined,
    line: () => undefined,
    polygon: () => undefined,
    init: (width, height) => fitInto(pdf, box, width, height),
    hexagon: (points) => {
      points.forEach(([x, y], at) => {
        if (at === 0) pdf.moveTo(x, y);
        else pdf.lineTo(x, y);
      });
      pdf.closePath();
    },
    ellipse: (x, y, rx, ry) => {
      pdf.ellipse(x, y, rx, ry);
    },
    // A ring is an ellipse with a smaller ellipse in it. The even-odd rule leaves the inner ellipse white.
    fill: () => {
      pdf.fill('#000', 'even-odd');
    },
    end: () => undefined,
  };
  bwipjs.render({ bcid: 'maxicode', text, mode: 4, scale: SCALE } as never, drawing);
}

/**
 * Draws a PNG with a QR code and the number below. At the carrier's counter, the code is scanned and the label is
 * printed.
 */
export const renderQr = ({ trackingNumber, carrierTrackingUrl, barcode }: LabelJob): Promise<Buffer> =>
  bwipjs.toBuffer({
    bcid: 'qrcode',
    text: `${carrierTrackingUrl}#${trackingNumber}`,
    scale: 6,
    padding: 4,
    backgroundcolor: 'FFFFFF',
    alttext: barcode.humanNumber,
    includetext: true,
    textxalign: 'center',
    textyoffset: -3,
    textsize: 5,
  });
