import bwipjs, { type DrawingContext, type RenderOptions } from 'bwip-js/node';
import type { LabelJob } from '../../domain/labels/label-job';
import type { Pdf } from './render-pdf';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How the symbol takes its box: bars stretch to fill it in height and, up to a limit, in width; square symbols keep their shape and stand in the middle. */
type Fit = 'fill' | 'keep';

/** Units to a module; the library rounds to whole units, so that 1 would shift edges. */
const SCALE = 4;

/** Points. A short number would otherwise leave less than the ten modules of white that a scanner needs beside it. */
const WIDEST_MODULE = 1.7;

/** Points of white kept on either side. */
const QUIET = 6;

/** Draws a symbol as vectors, so that every printer shows it at its own resolution. */
export function drawBarcode(pdf: Pdf, options: RenderOptions, box: Box, fit: Fit): void {
  pdf.save();
  pdf.rect(box.x - QUIET, box.y, box.width + 2 * QUIET, box.height).fill('#fff');
  bwipjs.render({ ...options, scale: SCALE }, pdfDrawing(pdf, box, fit));
  pdf.restore();
}

function pdfDrawing(pdf: Pdf, box: Box, fit: Fit): DrawingContext<void> {
  return {
    scale: (sx, sy) => [sx, sy],
    // The symbols carry no text of their own: the label writes the number itself.
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    text: () => undefined,
    init: (width, height) => {
      const [across, down] = [box.width / width, box.height / height];
      const even = Math.min(across, down);
      const [sx, sy] = fit === 'fill' ? [Math.min(across, WIDEST_MODULE / SCALE), down] : [even, even];
      pdf
        .translate(box.x + (box.width - sx * width) / 2, box.y + (box.height - sy * height) / 2)
        .scale(sx, sy);
    },
    line: (x0, y0, x1, y1, lineWidth) => {
      pdf.lineWidth(lineWidth).moveTo(x0, y0).lineTo(x1, y1).stroke('#000');
    },
    polygon: (points) => outline(pdf, points),
    hexagon: (points) => outline(pdf, points),
    ellipse: (x, y, rx, ry) => {
      pdf.ellipse(x, y, rx, ry);
    },
    // Rings are drawn as one ellipse within another: what is enclosed twice stays white.
    fill: () => {
      pdf.fill('#000', 'even-odd');
    },
    end: () => undefined,
  };
}

function outline(pdf: Pdf, points: readonly (readonly [number, number])[]): void {
  points.forEach(([x, y], at) => {
    if (at === 0) pdf.moveTo(x, y);
    else pdf.lineTo(x, y);
  });
  pdf.closePath();
}

/** The code that a counter scans to print the label: a PNG with a white border, number below. */
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
